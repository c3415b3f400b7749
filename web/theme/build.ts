/** Prints `theme.generated.css`: `node web/theme/build.ts > web/theme/theme.generated.css`. */
import { createTheme } from '@aws-amplify/ui-react';
import { type Colour, roles, scales, white } from '#shared/values/colours.ts';

/** A scale in the light appearance, as Amplify wants it. */
const light = (scale: Readonly<Record<number, Colour>>) =>
  Object.fromEntries(Object.entries(scale).map(([step, [value]]) => [step, { value }]));

/**
 * "Traversée": petrol for trust and action, saffron as accent, warm paper as background.
 * Saffron 60 is for stars and icons, never for text.
 * `build.ts` turns the difference to Amplify's default, and the dark appearance, into `theme.generated.css`: giving a
 * theme to `ThemeProvider` would inject a style element, which our content security policy forbids.
 */
const theme = createTheme({
  name: 'traversee',
  tokens: {
    colors: {
      primary: light(scales.primary),
      secondary: light(scales.secondary),
      neutral: light(scales.neutral),
      green: light(scales.green),
      red: light(scales.red),
      orange: light(scales.orange),
      blue: light(scales.blue),
      font: { disabled: { value: '{colors.neutral.80.value}' } },
      border: {
        primary: { value: '{colors.neutral.60.value}' },
        secondary: { value: '{colors.neutral.40.value}' },
        focus: { value: '{colors.primary.100.value}' },
      },
    },
    fonts: {
      default: {
        variable: { value: "'Figtree Variable', 'Figtree Fallback', 'Figtree Wide Fallback', system-ui, sans-serif" },
        static: { value: "'Figtree Fallback', 'Figtree Wide Fallback', system-ui, sans-serif" },
      },
    },
    radii: { small: { value: '0.5rem' }, medium: { value: '0.75rem' }, large: { value: '1rem' } },
    components: {
      // 0.625rem around 1.5rem lines of text, and borders: controls of 46 to 48 px.
      button: {
        fontWeight: { value: '{fontWeights.semibold.value}' },
        borderRadius: { value: '{radii.small.value}' },
        paddingBlockStart: { value: '0.625rem' },
        paddingBlockEnd: { value: '0.625rem' },
      },
      fieldcontrol: {
        borderRadius: { value: '{radii.small.value}' },
        paddingBlockStart: { value: '0.625rem' },
        paddingBlockEnd: { value: '0.625rem' },
      },
      card: { borderRadius: { value: '{radii.medium.value}' } },
      tabs: { item: { paddingVertical: { value: '0.75rem' } } },
      fieldmessages: { description: { fontStyle: { value: 'normal' } } },
      heading: {
        1: { fontWeight: { value: '{fontWeights.bold.value}' } },
        2: { fontWeight: { value: '{fontWeights.bold.value}' } },
        3: { fontWeight: { value: '{fontWeights.semibold.value}' } },
      },
    },
  },
});

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
