import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The package's own entry is its build with warnings for developers. */
const production = 'node_modules/react-router/dist/production/index.mjs';
const itsFiles = /react-router\/dist\/production\//;
/**
 * Statements that keep a part although no page uses it, and calls that warn developers: the bundler cannot know that
 * they do nothing else.
 */
const names = /^\w+\.(?:displayName|contextType) = .*$/gm;
const wrapped = /(?<=^var \w+ = )(?=React\d*\.forwardRef\()/gm;
const classes = /(?<=^var \w+ = )(class extends [^]*?^\})(?=;$)/gm;
const warnings = /(?=^function warning(?:Once)?\()/gm;
/**
 * Links fetch the pages of a framework ahead, and routes show the state of a data router: here there is neither. With
 * a constant in place of these conditions the bundler sees it.
 */
const conditions: readonly (readonly [RegExp, string])[] = [
  [
    /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/,
    'let prefetchRef, prefetchHandlers;',
  ],
  [/(?<=return )shouldPrefetch(?= && )/, 'false'],
  [/let dataRouterState = dataRouterOpts\?\.state;/, ''],
  [/\bdataRouterState\b/g, 'undefined'],
  [/let routerState = .*;/, 'const routerState = undefined;'],
  [/return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/, 'return useNavigateUnstable();'],
];

/** React Router as visitors need it: without warnings, and without its parts that no page uses. */
export const visitorsRouter: Plugin = {
  name: 'visitors-router',
  config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: resolve(production) }] } }),
  transform: { filter: { id: itsFiles }, handler: onlyUsedParts },
};

export function onlyUsedParts(code: string): string {
  const plain = code
    .replaceAll(names, '')
    .replaceAll(wrapped, '/* @__PURE__ */ ')
    .replaceAll(classes, '/* @__PURE__ */ (() => $1)()')
    .replaceAll(warnings, '/* @__NO_SIDE_EFFECTS__ */ ');
  return conditions.reduce((left, [condition, constant]) => left.replace(condition, constant), plain);
}
