import { createTheme } from '@aws-amplify/ui-react';
import { type Colour, scales } from '#shared/values/colours.ts';

/** A scale in the light appearance, as Amplify wants it. */
const light = (scale: Readonly<Record<number, Colour>>) =>
  Object.fromEntries(Object.entries(scale).map(([step, [value]]) => [step, { value }]));

/**
 * "Traversée": petrol for trust and action, saffron as accent, warm paper as background.
 * Saffron 60 is for stars and icons, never for text.
 * `build.ts` turns the difference to Amplify's default, and the dark appearance, into `theme.generated.css`: giving a
 * theme to `ThemeProvider` would inject a style element, which our content security policy forbids.
 */
export const theme = createTheme({
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
