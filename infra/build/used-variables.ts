import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Declaration {
  readonly prop: string;
  readonly value: string;
  remove(): void;
}
interface Root {
  walkDecls(prop: RegExp, visit: (declaration: Declaration) => void): void;
}

const variable = /--amplify-[\w-]+/g;
const declaration = /(--amplify-[\w-]+):\s*([^;{}]*);/g;

/**
 * Amplify declares a custom property for every part of every primitive: 1600, most of them of primitives that we do not
 * use. This PostCSS plugin keeps those that our sources, or the Amplify stylesheets they import, name: directly, or
 * through another kept one. It runs before files get names with the hash of their content.
 */
export function onlyUsedVariables(folder: string) {
  const needed = neededVariables(sourcesIn(folder));
  return {
    postcssPlugin: 'only-used-variables',
    OnceExit(root: Root): void {
      root.walkDecls(/^--amplify-/, (declared) => (needed.has(declared.prop) ? undefined : declared.remove()));
    },
  };
}

function sourcesIn(folder: string): string[] {
  const own = globSync('**/*.{css,svg,ts,tsx}', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const imported = own.flatMap((text) => text.match(/@aws-amplify\/ui-react\/styles\/[\w.]+\.css/g) ?? []);
  const amplify = [...new Set(imported)].map((file) => file.replace('/styles/', '/dist/styles/'));
  return [...own, ...amplify.map((file) => readFileSync(join(folder, '../node_modules', file), 'utf8'))];
}

export function neededVariables(sources: readonly string[]): ReadonlySet<string> {
  const values = new Map<string, string>();
  const needed = new Set<string>();
  for (const source of sources) {
    for (const [, name = '', value = ''] of source.matchAll(declaration)) {
      values.set(name, `${values.get(name) ?? ''} ${value}`);
    }
    for (const [name] of source.replaceAll(declaration, '').matchAll(variable)) needed.add(name);
  }
  // A loop over a set also visits elements that are added during the loop.
  for (const name of needed) for (const [other] of (values.get(name) ?? '').matchAll(variable)) needed.add(other);
  return needed;
}
