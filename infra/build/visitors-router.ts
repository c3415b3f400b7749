import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The package's own entry is its build with warnings for developers. */
const production = 'node_modules/react-router/dist/production/index.mjs';
const itsFiles = /react-router\/dist\/production\//;
/** Statements that keep a part although no page uses it: the bundler cannot know that they do nothing else. */
const names = /^\w+\.displayName = .*$/gm;
const wrapped = /(?<=^var \w+ = )(?=React\d*\.forwardRef\()/gm;

/** React Router as visitors need it: without warnings, and without its parts that no page uses. */
export const visitorsRouter: Plugin = {
  name: 'visitors-router',
  config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: resolve(production) }] } }),
  transform: { filter: { id: itsFiles }, handler: onlyUsedParts },
};

/** The code with its unused parts free to go. */
export function onlyUsedParts(code: string): string {
  return code.replaceAll(names, '').replaceAll(wrapped, '/* @__PURE__ */ ');
}
