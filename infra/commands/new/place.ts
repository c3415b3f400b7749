import { dirname } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** An object that acts go into: the argument of such a call, or what the slice's `…Handlers` return. */
export type Place = 'routes' | 'examples' | 'Handlers';

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The last object of this kind; handlers of a slice that only its own file calls are none. */
function objectIn(file: string, code: string, place: Place): Span | undefined {
  let found: Span | undefined;
  const keep = (node: Span | null | undefined) => {
    if (node?.type === 'ObjectExpression') found = node;
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if ('name' in callee && callee.name === place) keep(given.at(-1));
    },
    ExportNamedDeclaration({ declaration }) {
      if (place !== 'Handlers' || declaration?.type !== 'FunctionDeclaration') return;
      const last = declaration.body?.body.at(-1);
      if (declaration.id?.name.endsWith(place) && last?.type === 'ReturnStatement') keep(last.argument);
    },
  }).visit(parseSync(file, code).program);
  return found;
}

/**
 * The code with a text at the end of the object, as its last entries.
 * @throws a sentence where the file has no such object
 */
export function withEntry(file: string, code: string, place: Place, text: string): string {
  const object = objectIn(file, code, place);
  const what = place === 'Handlers' ? 'exported …Handlers that return an object' : `object of ${place}(…)`;
  if (!object) throw new Error(`${file} has no ${what}: nothing was written`);
  const inner = code.slice(object.start, object.end - 1).trimEnd();
  const rest = code.slice(object.start + inner.length).replace(/^\s*?\n/, '');
  const comma = /(?:[{,]|\/\/.*)$/.test(inner) ? '' : ',';
  return `${code.slice(0, object.start)}${inner}${comma}\n${text}${rest}`;
}

/** The files whose handlers the slice's object spreads, in their order. */
export function spreadFiles(file: string, code: string): string[] {
  const object = objectIn(file, code, 'Handlers');
  const body = object ? code.slice(object.start, object.end) : '';
  const files = [...body.matchAll(/\.\.\.(\w+Handlers)\(/g)].flatMap(([, name]) => {
    const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(code)?.[1];
    return from ? from.replace(/^#/, '').replace(/^\./, dirname(file)) : [];
  });
  return [...new Set(files)];
}

/** @throws the first text that is no program, before any is written */
export function requirePrograms(texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    if (!/\.tsx?$/.test(file)) continue;
    const [problem] = parseSync(file, text).errors;
    if (problem) throw new Error(`${file} would be no program (${problem.message}): nothing was written`);
  }
}
