import { parseArgs } from 'node:util';
import { type Party, parties, type Role } from '#shared/access.ts';
import { spreadFiles } from './place.ts';
import { type Files, type Plan, planOfTemplate } from './plan.ts';

const kinds = {
  slice: '<thing>',
  record: '<thing>',
  act: '<thing> <name> [options]',
  page: '<name>',
  mail: '<name>',
  queue: '<thing>',
};
const forms = Object.entries(kinds).map(([kind, rest]) => `${kind} ${rest}`);
const usage = `Usage: npm run new -- ${forms.join(' | ')}. A thing is in the singular, and each name is in camel case: report, sendReport.
An act names its slice by its folder (second-factor) or its thing.
It is a POST of a member without a body; --method, --access (a word of shared/access.ts) and --body change that.`;

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const roles: readonly Role[] = ['anyone', 'signedIn', 'member', 'unprovenAdmin', 'admin', 'rootAdmin'];
const accessWords: readonly string[] = [...roles, ...Object.keys(parties)];

interface RowOptions {
  readonly method: string;
  readonly access: string;
  readonly body: boolean;
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The plan that a command line asks for.
 * @throws the usage, or that there is no such slice
 */
export function planOf(line: readonly string[], files: Files): Plan {
  const { positionals, values: options } = parse(line);
  const [kind = '', one = '', name = '', ...rest] = positionals;
  const isName = (text: string) => /^[a-z][a-zA-Z]*$/.test(text);
  const isAct = kind === 'act';
  const isThing = isName(one) || (isAct && /^[a-z]+(?:-[a-z]+)+$/.test(one));
  if (!(kind in kinds) || !isThing || isName(name) !== isAct || rest.length > 0) throw new Error(usage);
  if (!isAct && Object.keys(options).length > 0) throw new Error(usage);
  const manyName = `${one}s`;
  const One = one.charAt(0).toUpperCase() + one.slice(1);
  if (!isAct) return planOfTemplate(kind, { one, One, many: kebab(manyName), manyName, page: kebab(one) });
  const many = [kebab(one), kebab(manyName)].find((folder) => files.read(`shared/${folder}/contract.ts`));
  if (!many)
    throw new Error(`There is no slice ${one}: shared/contract.ts lists them. \`npm run new -- slice\` makes one.`);
  const row = { method: 'POST', access: 'member', body: false, ...options };
  if (!methods.includes(row.method) || !accessWords.includes(row.access)) throw new Error(usage);
  const { additions, next } = planOfTemplate(kind, {
    many,
    name,
    beside: besideOf(`functions/${many}/handlers.ts`, files),
    ...valuesOf(name, many, row),
  });
  const hasSchema = row.body || row.method === 'GET';
  return { additions: additions.filter(({ isShared }) => hasSchema || !isShared), next };
}

function parse(line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      options: { method: { type: 'string' }, access: { type: 'string' }, body: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch {
    throw new Error(usage);
  }
}

const isParty = (access: string): access is Party => access in parties;

function parameterOf(access: string): string | undefined {
  if (!isParty(access)) return;
  const { resource } = parties[access];
  return resource === 'member' || resource === 'profile' ? 'userId' : `${resource}Id`;
}

/** Where the handler may belong, in a slice that spreads its handlers over files. */
function besideOf(file: string, { read }: Files): string {
  const spread = spreadFiles(file, read(file) ?? '');
  const place = `its handler, at the end of ${file}, if no file of its kind fits better: ${spread.join(', ')}`;
  return spread.length > 0 ? place : '';
}

function valuesOf(name: string, many: string, { method, access, body }: RowOptions) {
  const parameter = parameterOf(access);
  const isReading = method === 'GET';
  const request = [...(parameter ? [`params: { ${parameter}: 'TODO' }`] : []), ...(body ? ['body: {}'] : [])];
  const result = isReading ? ['answers: {}'] : ["writes: ['TODO']", 'refused: {}'];
  return {
    row: `  ${name}: {
    method: '${method}',
    // TODO: its path, and the rest of RouteSpec (shared/route.ts).
    path: '/TODO${parameter ? `/{${parameter}}` : ''}',
    access: ${parameter ? `{ party: '${access}', of: '${parameter}' }` : `'${access}'`},
${body ? '    body: z.strictObject({}),\n' : ''}${isReading ? '    reply: z.object({}),\n' : ''}  },
`,
    example: [...request, 'given: []', "reads: ['TODO']", ...result].join(', '),
    handling: isReading
      ? 'read through the repository, return answer(reply)'
      : `load, call the rule of shared/${many}/rules.ts, return commit(reply, writes)`,
    sample: body ? ', and a body in samples.ts' : '',
    scene: isReading ? '' : 'a call that succeeds in test/prove/scenes: test/scenes.test.ts names it',
  };
}
