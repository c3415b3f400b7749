import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Contract, contract } from '#shared/contract.ts';
import { brand } from '#shared/values/brand.ts';
import { findPage } from '#web/app/pages.ts';
import { type Part, parts } from './prove/parts.ts';

const run = promisify(execFile);
const rooms = ['shared', 'functions', 'infra', 'web', 'test'];

/** A file that breaks one border, and the rule that must report it. */
const breaches = [
  { file: 'shared/breach.ts', code: "import '#functions/serve.ts';", rule: 'no-restricted-imports' },
  { file: 'shared/breach.ts', code: "import '@aws-sdk/client-s3';", rule: 'no-restricted-imports' },
  { file: 'shared/breach.ts', code: "import 'node:fs';", rule: 'no-restricted-imports' },
  { file: 'shared/breach.ts', code: "import 'react';", rule: 'no-restricted-imports' },
  { file: 'shared/breach.ts', code: "import * as z from 'zod';\nexport const a = z;", rule: 'no-restricted-imports' },
  { file: 'functions/breach.ts', code: "import '#web/main.tsx';", rule: 'no-restricted-imports' },
  { file: 'functions/breach.ts', code: "import '#infra/app.ts';", rule: 'no-restricted-imports' },
  { file: 'functions/breach.ts', code: "import 'aws-cdk-lib';", rule: 'no-restricted-imports' },
  { file: 'functions/breach.ts', code: "import { z } from 'zod';\nexport const a = z;", rule: 'no-restricted-imports' },
  { file: 'web/breach.ts', code: "import '#functions/serve.ts';", rule: 'no-restricted-imports' },
  { file: 'web/breach.ts', code: "import '#infra/app.ts';", rule: 'no-restricted-imports' },
  { file: 'web/breach.ts', code: "import '@aws-sdk/client-dynamodb';", rule: 'no-restricted-imports' },
  {
    file: 'functions/platform/breach.ts',
    code: "import '#functions/parcels/repository.ts';",
    rule: 'no-restricted-imports',
  },
  { file: 'functions/platform/breach.ts', code: "import '../../parcels/lambda.ts';", rule: 'no-restricted-imports' },
  { file: 'web/lib/breach.ts', code: "import '#web/ui/badge.tsx';", rule: 'no-restricted-imports' },
  { file: 'web/ui/breach.ts', code: "import '#web/forms/field.tsx';", rule: 'no-restricted-imports' },
  { file: 'web/ui/breach.ts', code: "import 'react-router-dom';", rule: 'no-restricted-imports' },
  { file: 'web/ui/breach.ts', code: "import '#shared/parcels/words.ts';", rule: 'no-restricted-imports' },
  { file: 'web/forms/breach.ts', code: "import '#web/features/site/contact-form.tsx';", rule: 'no-restricted-imports' },
  { file: 'web/features/breach.ts', code: "import '#web/routes/find-page.tsx';", rule: 'no-restricted-imports' },
  { file: 'web/features/breach.ts', code: "import '#web/app/pages.ts';", rule: 'no-restricted-imports' },
  { file: 'web/routes/breach.ts', code: "import '#web/app/pages.ts';", rule: 'no-restricted-imports' },
  ...(['web', 'web/lib', 'web/forms', 'web/features', 'web/routes'] as const).map((room) => ({
    file: `${room}/breach.ts`,
    code: "import type { ParcelStatus } from '#shared/parcels/record.ts';\nexport type Status = ParcelStatus;",
    rule: 'no-restricted-imports',
  })),
  ...(
    [
      ['isListed', 'parcels/rules'],
      ['assignedStates', 'parcels/rules'],
      ['isClosed', 'parcels/rules'],
      ['beforeHandshake', 'deliveries/rules'],
      ['hasAgreed', 'deliveries/rules'],
      ['obstacleTo', 'deliveries/negotiable'],
      ['offerEnd', 'deliveries/offer-rules'],
      ['parcelStatusLabels', 'parcels/status-words'],
      ['situationOf', 'situation/situation'],
    ] as const
  ).map(([name, file]) => ({
    file: 'web/features/breach.ts',
    code: `import { ${name} } from '#shared/${file}.ts';\nexport const a = ${name};`,
    rule: 'no-restricted-imports',
  })),
  { file: 'web/breach.ts', code: 'localStorage.clear();', rule: 'no-restricted-globals' },
  { file: 'web/breach.ts', code: 'window.sessionStorage.clear();', rule: 'no-restricted-properties' },
  { file: 'web/breach.ts', code: "import './breach.ts';\nexport const a = 1;", rule: 'no-cycle' },
  { file: 'infra/breach.ts', code: "import '#web/main.tsx';", rule: 'no-restricted-imports' },
  { file: 'infra/breach.ts', code: "import '#test/support/table.ts';", rule: 'no-restricted-imports' },
  ...['emulators', 'iam', 'events', 'compute', 'edge', 'assembly', 'database'].flatMap((folder) =>
    ['#shared/values/time.ts', '#functions/platform/keys.ts', '../../naming.ts', '../seed/demo.ts'].map((file) => ({
      file: `infra/local/${folder}/breach.ts`,
      code: `import '${file}';`,
      rule: 'no-restricted-imports',
    })),
  ),
  { file: 'functions/breach.ts', code: "export * from './serve.ts';", rule: 'no-barrel-file' },
  { file: 'functions/breach.ts', code: 'export default 1;', rule: 'no-default-export' },
  {
    file: 'functions/breach.ts',
    code: 'const late = async () => 1;\nexport const act = () => {\n  late();\n};',
    rule: 'no-floating-promises',
  },
  { file: 'functions/breach.ts', code: 'export const act = (value: any) => value as string;', rule: 'no-explicit-any' },
  { file: 'functions/breach.ts', code: 'export type Shape = { a: 1 };', rule: 'consistent-type-definitions' },
  { file: 'functions/BreachFile.ts', code: 'export const a = 1;', rule: 'filename-case' },
];

test('each border between the rooms reports a file that crosses it', async () => {
  const folder = 'house-breaches';
  const told = await Promise.all(
    breaches.map(async ({ file, code }, index) => {
      // Rules name rooms by their folder, so each breach is in a folder of the same name.
      const path = join(dirname(file), `.${folder}-${index}`, file.split('/').at(-1) ?? '');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${code}\n`);
      return path;
    }),
  );
  try {
    const { stdout } = await run('node_modules/.bin/oxlint', ['--format', 'json', '--no-ignore', ...told], {
      maxBuffer: 1e8,
    }).catch((error: { stdout: string }) => error);
    const found = (JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }).diagnostics;
    for (const [index, { file, code, rule }] of breaches.entries()) {
      const objections = found.filter(({ filename }) => filename.endsWith(told[index] ?? '?')).map((one) => one.code);
      expect(
        objections.some((objection) => objection.includes(rule)),
        `${file}: ${code} → ${rule}, got ${objections.join(', ')}`,
      ).toBe(true);
    }
  } finally {
    await Promise.all(told.map((path) => rm(dirname(path), { recursive: true, force: true })));
  }
}, 60_000);

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const sources = (await Promise.all(rooms.map(filesOf)))
  .flat()
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.generated\.|\/\.house-|\/public\//.test(file));

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('the name of the product is spelled in one place', async () => {
  const spelled: string[] = [];
  for (const file of sources.filter((one) => /^(shared|functions|web)\//.test(one) && !one.includes('.test.'))) {
    const code = withoutComments(await readFile(file, 'utf8'));
    if (new RegExp(`[^\\w-]${brand.name}[^\\w-]`).test(code)) spelled.push(file);
  }
  expect(spelled).toEqual(['shared/values/brand.ts']);
});

/** A title over the sentence of a problem, which may not know whether the act has happened. */
const denial = /(?:toast\.error\(|title:)[^;]*asProblem\(\w+\)\.detail/;

test('no page puts a title of its own over a failed act without asking whether it may have happened', async () => {
  const files = sources.filter((one) => one.startsWith('web/') && !one.includes('.test.'));
  const codes = await Promise.all(files.map(async (file) => withoutComments(await readFile(file, 'utf8'))));
  expect(files.filter((_, index) => denial.test(codes[index] ?? ''))).toEqual([]);
});

/** Addresses of pages that code spells out, at the start of a text or behind the site's own address. */
const addressesIn = (code: string): string[] =>
  [
    ...withoutComments(code).matchAll(
      /(?<!(?:split|join|startsWith)\()(?:["'`]|\$\{(?:site|siteUrl|origin)\})(\/[^"'`?#\s]*)/g,
    ),
  ]
    .map(([, path = '']) => path.replaceAll(/\$\{[^}]*\}?/g, 'x'))
    .filter((path) => findPage(path));

test('the address of a page is spelled in one place', async () => {
  const spelled: string[] = [];
  // The paths in functions/platform/ are those of AWS.
  for (const file of sources.filter((one) => /^(functions\/(?!platform)|web\/)/.test(one) && !one.includes('.test.'))) {
    for (const address of addressesIn(await readFile(file, 'utf8'))) spelled.push(`${file}: ${address}`);
  }
  expect(spelled).toEqual([]);
});

test.each([
  '<Link to="/">',
  '<Link to="/my-parcels">',
  "navigate('/login?error=documents_failed')",
  'to={`/delivery/${id}`}',
  "`/messages/${otherId}${parcelId ? `?parcel=${parcelId}` : ''}`",
  "const link = '/terms#douane';",
  '`${site}/profile?tab=settings`',
  "{ path: '/user/:userId' }",
])('an address of a page spelled elsewhere is noticed: %s', (code) => {
  expect(addressesIn(code)).toHaveLength(1);
});

/** Each new mail or act adds its entry to one of these. */
const isTable = (file: string) => /words\.ts$|keys\.ts$|mail\/templates\.ts$|access\/expected\.ts$/.test(file);

test('no file holds two ideas: 400 lines at most, tables of words and of rows apart', async () => {
  const long: string[] = [];
  for (const file of sources.filter((one) => !isTable(one) && !/\.css$|\.test\.tsx?$/.test(one))) {
    const lines = (await readFile(file, 'utf8')).split('\n').length;
    if (lines > 400) long.push(`${file}: ${lines}`);
  }
  expect(long).toEqual([]);
});

test('the list of functions above 80 lines only gets shorter', async () => {
  const { overrides } = JSON.parse(await readFile('.oxlintrc.json', 'utf8')) as {
    overrides: { files: string[]; rules: Record<string, unknown> }[];
  };
  const long = overrides.filter(({ rules }) => rules['max-lines-per-function'] === 'off').flatMap(({ files }) => files);
  expect(long.length).toBeLessThanOrEqual(24);
});

test('nothing that the generator left to fill in is left', async () => {
  const unfilled: string[] = [];
  const runbooks = (await readdir('docs/runbooks', { recursive: true })).filter((file) => file.endsWith('.md'));
  const written = sources.filter((one) => !/^infra\/commands\/new|^test\/house/.test(one));
  for (const file of [...written, ...runbooks.map((one) => join('docs/runbooks', one))])
    if (/\bTODO\b/.test(await readFile(file, 'utf8'))) unfilled.push(file);
  expect(unfilled).toEqual([]);
});

test('constants are named in camel case, as everything else', async () => {
  const shouted: string[] = [];
  for (const file of sources) {
    const names = (await readFile(file, 'utf8')).matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]+) ?[:=]/gm);
    for (const [, name] of names) shouted.push(`${file}: ${name}`);
  }
  expect(shouted).toEqual([]);
});

const isLongComment = (line: string) => line.length > 120 && /^\s*(\/\*|\*(?!\*)|\/\/)(?! (oxlint|biome)-)/.test(line);

test('a comment ends at the column at which code ends', async () => {
  const long: string[] = [];
  for (const file of sources) {
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (isLongComment(line)) long.push(`${file}: ${line}`);
  }
  expect(long).toEqual([]);
  expect(isLongComment(` * ${'why '.repeat(30)}`)).toBe(true);
});

test('no folder holds more than 25 files beside each other, tests and styles counted', async () => {
  const beside = Map.groupBy((await Promise.all(rooms.map(filesOf))).flat(), dirname);
  const full = [...beside].filter(([, files]) => files.length > 25);
  expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

/** The files that a file imports, statically or dynamically, types included. */
const importsOf = (file: string, code: string): string[] =>
  [...withoutComments(code).matchAll(/(?:\bfrom|\bimport)[ (]*'([#.][^']+)'/g)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : join(dirname(file), path),
  );

/** The files in import cycles: files without importers or imports are removed until none is left. */
function circlesIn(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(arrows);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const read = new Set([...left.values()].flat());
    for (const [file, reads] of left) if (!read.has(file) || !reads.some((one) => left.has(one))) left.delete(file);
  }
  return [...left.keys()];
}

test('no file imports itself through other files, dynamic imports included', async () => {
  const codes = sources.filter((one) => /\.tsx?$/.test(one) && !one.includes('.test.'));
  const arrows = await Promise.all(
    codes.map(async (file) => [file, importsOf(file, await readFile(file, 'utf8'))] as const),
  );
  expect(circlesIn(new Map(arrows))).toEqual([]);
});

test('no test of a day loads the place data at once: every worker would compile 25 MB', async () => {
  const loading: string[] = [];
  for (const file of sources.filter((one) => one.endsWith('.ts')))
    if (/^import [^\n]* from '[^']*\/cities\.ts'/m.test(await readFile(file, 'utf8'))) loading.push(file);
  expect(loading).toEqual(['infra/places/build.night.test.ts', 'test/bench/autocomplete.ts']);
});

test('a cycle through a dynamic import is noticed', () => {
  const late = "const Page = lazy(() => import('./page.tsx'));";
  expect(importsOf('web/app/pages.ts', late)).toEqual(['web/app/page.tsx']);
  const arrows = new Map([
    ['web/main.tsx', ['web/app/pages.ts']],
    ['web/app/pages.ts', importsOf('web/app/pages.ts', late)],
    ['web/app/page.tsx', importsOf('web/app/page.tsx', "import { pages } from '#web/app/pages.ts';")],
    ['web/lib/store.ts', []],
  ]);
  expect(circlesIn(arrows)).toEqual(['web/app/pages.ts', 'web/app/page.tsx']);
});

/** A file that works in the test runner alone: outside it these fail as soon as the file is read. */
const needsRunner = (code: string): boolean =>
  /import \{[^}]*\b(?:test|describe|(?:before|after)(?:All|Each))\b[^}]*\} from 'vitest'/.test(code);

test('no program that Node runs reads a file that works in the test runner alone', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = Object.values(scripts).flatMap((script) => [...script.matchAll(/node (\S+\.ts)\b/g)]);
  const programs: string[] = [
    ...named.map(([, file]) => String(file)),
    ...(Object.values(parts) as Part[]).flatMap(({ steps }) => steps.flatMap(({ file }) => file ?? [])),
  ];
  expect(programs.length).toBeGreaterThan(10);
  const met = new Set(programs);
  for (const file of met) {
    const code = existsSync(file) ? await readFile(file, 'utf8') : '';
    expect(needsRunner(code), file).toBe(false);
    const values = code.replaceAll(/^import type [^;]*;/gm, '');
    for (const next of importsOf(file, values)) met.add(next);
  }
});

test('every slice of the contract has its Lambda, and no other folder has one', async () => {
  const kebab = (slice: string) => slice.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const slices = (Object.keys(contract) as (keyof Contract)[]).map(kebab);
  const lambdas = (await filesOf('functions'))
    .filter((file) => /^functions\/[^/]+\/lambda\.ts$/.test(file))
    .map((file) => file.split('/')[1]);
  expect(new Set(lambdas)).toEqual(new Set(slices));
});

test('nothing in the site is a dead link, writes HTML of its own or sets colours outside of the theme', async () => {
  const found: string[] = [];
  for (const file of sources.filter(
    (one) => one.startsWith('web/') && !one.includes('.test.') && !one.startsWith('web/theme/'),
  )) {
    const code = await readFile(file, 'utf8');
    if (/href=["'{]+#["'}]/.test(code) || code.includes('dangerouslySetInnerHTML')) found.push(file);
    if (
      /\.(tsx|css)$/.test(file) &&
      /[^&\w]#[0-9a-fA-F]{3,8}\b(?![\w-]*\/)/.test(code.replaceAll(/#(web|shared)\//g, ''))
    )
      found.push(`${file}: colour`);
  }
  expect(found).toEqual([]);
});

/** Modules of ours that a test may replace, with the reason. */
const replaceable = new Map([
  ['#web/lib/session/cognito.ts', 'Amplify renews tokens with Cognito itself'],
  ['#web/lib/session/cognito-sign-in.ts', 'Amplify speaks SRP with Cognito itself'],
  ['#web/lib/site-config.ts', 'a page reads its settings once, and one test needs others'],
  ['#web/app/sign-out.tsx', 'its file does not load'],
  ['#web/features/deliveries/acts/use-act.ts', 'its file does not load'],
  ['#web/forms/files/compress-image.ts', 'jsdom draws no pictures'],
]);

/** The modules of ours that a test replaces. */
const replacedIn = (code: string) =>
  [...code.matchAll(/\bvi\.(?:do)?[mM]ock\(\s*(?:import\(\s*)?['"`]([#.][^'"`]+)/g)].map(([, module = '']) => module);

test('a text that somebody may have typed gets its form of Unicode from `inForm`', async () => {
  const raw = [];
  for (const file of sources.filter((one) => /^(shared|functions|web)\/.*\.tsx?$/.test(one) && !one.includes('.test.')))
    if (/\.normalize\('NF[CD]|\.normalize\(\)/.test(await readFile(file, 'utf8'))) raw.push(file);
  // Its own password is as long as its member made it, in their own browser.
  expect(raw).toEqual(['web/lib/session/cognito-sign-in.ts']);
});

test('no field cuts what is pasted into it: `limit` says how much is too much', async () => {
  const cutting: string[] = [];
  for (const file of sources.filter((one) => /^web\/.*\.tsx$/.test(one) && !one.includes('.test.'))) {
    if (/\bmaxLength(?:=|: )/.test(withoutComments(await readFile(file, 'utf8')))) cutting.push(file);
  }
  expect(cutting).toEqual([]);
});

test('a button gets its look from `Button`: no other component spells its classes', async () => {
  const spelled: string[] = [];
  for (const file of sources.filter((one) => /^web\/.*\.tsx?$/.test(one))) {
    if ((await readFile(file, 'utf8')).includes('amplify-button')) spelled.push(file);
  }
  expect(spelled).toEqual(['web/ui/button.tsx']);
});

test('tests answer for the API by its rows: they replace no module of ours without a reason', async () => {
  for (const breach of [
    "vi.mock('#web/features/admin/api.ts');",
    "vi.mock(import('./api.ts'), async () => ({}));",
    'vi.doMock(\n  "#web/features/messaging/thread/use-thread.ts",\n);',
  ])
    expect(
      replacedIn(breach).filter((module) => !replaceable.has(module)),
      breach,
    ).toHaveLength(1);
  const replaced = new Map<string, string>();
  for (const file of sources.filter((one) => /\.test\.tsx?$|^test\//.test(one) && one !== 'test/house.test.ts'))
    for (const module of replacedIn(await readFile(file, 'utf8'))) replaced.set(module, file);
  expect([...replaced].filter(([module]) => !replaceable.has(module))).toEqual([]);
  expect(
    [...replaceable.keys()].filter((module) => !replaced.has(module)),
    'replaced no more',
  ).toEqual([]);
});

test('the lock file names no registry', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toContain('"resolved"');
});

test('every package has an exact version', async () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await readFile('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

interface RoomLimit {
  readonly files: number;
  readonly lines: number;
  /** More lines, each with its reason. */
  readonly raised: Readonly<Record<string, number>>;
}
const roomLimitsFile = 'test/rooms.limits.json';
const roomLimits = JSON.parse(readFileSync(roomLimitsFile, 'utf8')) as Readonly<Record<string, RoomLimit>>;

test.each(Object.entries(roomLimits))('%s has no more files and lines than its limit', (room, limit) => {
  const counted = globSync(`${room}/**/*.{ts,tsx,css,mjs,js}`).filter((file) => !/\.(?:test|generated)\./.test(file));
  const lines = counted.reduce((total, file) => total + readFileSync(file, 'utf8').split('\n').length - 1, 0);
  const more = Object.values(limit.raised).reduce((total, count) => total + count, 0);
  const wayOut = `delete or join something, or raise the lines in ${roomLimitsFile}: "raised" of "${room}", with a reason`;
  expect(lines, wayOut).toBeLessThanOrEqual(limit.lines + more);
  expect(lines, `a commit that takes many lines away lowers "lines" of "${room}" in ${roomLimitsFile}`).toBeGreaterThan(
    limit.lines + more - 400,
  );
  expect(counted.length, `files: ${wayOut}`).toBeLessThanOrEqual(limit.files + Math.ceil(more / 80));
});
