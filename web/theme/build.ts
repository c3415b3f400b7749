/** Prints `theme.generated.css`: `node web/theme/build.ts > web/theme/theme.generated.css`. */
import { createTheme } from '@aws-amplify/ui-react';
import { type Colour, roles, scales, white } from '#shared/values/colours.ts';
import { theme } from '#web/theme/theme.ts';

function variables({ cssText }: { cssText: string }): Map<string, string> {
  return new Map(
    [...cssText.matchAll(/(--amplify[^:]+):([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** Each colour by the name of its custom property. */
const colours: readonly (readonly [string, Colour])[] = [
  ['--amplify-colors-white', white],
  ...Object.entries(scales).flatMap(([name, scale]) =>
    Object.entries(scale).map(([step, colour]): [string, Colour] => [`--amplify-colors-${name}-${step}`, colour]),
  ),
  ...Object.entries(roles).map(([name, colour]): [string, Colour] => [`--${name}`, colour]),
];

/**
 * The stylesheet of our theme: only the variables that differ from Amplify's own, and the colours of the dark
 * appearance, which paper never has.
 */
export function themeStylesheet(): string {
  const standard = variables(createTheme());
  const changed = [...variables(theme)].filter(([name, value]) => standard.get(name) !== value);
  const own = Object.entries(roles).map(([name, [light]]) => [`--${name}`, light]);
  const dark = colours.filter(([, [light, other]]) => light !== other);
  return [
    ':root,',
    '[data-amplify-theme] {',
    ...[...changed, ...own].map(([name, value]) => `  ${name}: ${value};`),
    '}',
    '@media screen and (prefers-color-scheme: dark) {',
    '  :root,',
    '  [data-amplify-theme] {',
    ...dark.map(([name, [, value]]) => `    ${name}: ${value};`),
    '  }',
    '}',
  ].join('\n');
}

if (import.meta.main) console.log(themeStylesheet());
