import { createTheme } from '@aws-amplify/ui-react';

/** Steps of one colour, lightest (10) to darkest (100), as Amplify names them. */
const scale = (steps: Record<10 | 20 | 40 | 60 | 80 | 90 | 100, string>) =>
  Object.fromEntries(Object.entries(steps).map(([step, value]) => [step, { value }]));

/**
 * "Traversée": petrol for trust and action, saffron as accent, warm paper as background.
 * Every pair in use was computed against WCAG; saffron 60 is for stars and icons, never for text.
 * `build.ts` turns the difference to Amplify's default into `theme.generated.css`: giving a theme to
 * `ThemeProvider` would inject a style element, which our content security policy forbids.
 */
export const theme = createTheme({
  name: 'traversee',
  tokens: {
    colors: {
      primary: scale({
        10: '#EEF6F7',
        20: '#D3E7EA',
        40: '#8FC0C8',
        60: '#2A7D8C',
        80: '#0B5A6B',
        90: '#084453',
        100: '#052F3A',
      }),
      secondary: scale({
        10: '#FFF6E8',
        20: '#FDE6C2',
        40: '#F5B75E',
        60: '#C96A0B',
        80: '#96480A',
        90: '#703507',
        100: '#4D2404',
      }),
      neutral: scale({
        10: '#FAF9F7',
        20: '#F1EFEB',
        40: '#DDD9D2',
        60: '#857F77',
        80: '#57524B',
        90: '#35312C',
        100: '#1C1A17',
      }),
      green: scale({
        10: '#EAF6EE',
        20: '#CDE9D6',
        40: '#86C69B',
        60: '#2F8A50',
        80: '#1B6B3A',
        90: '#13512B',
        100: '#0B351C',
      }),
      red: scale({
        10: '#FDEEEE',
        20: '#F9D3D2',
        40: '#EC9795',
        60: '#CF3B38',
        80: '#A82320',
        90: '#7F1816',
        100: '#560F0E',
      }),
      orange: scale({
        10: '#FFF4E5',
        20: '#FFE0B5',
        40: '#F4B45A',
        60: '#B86200',
        80: '#8A4700',
        90: '#683500',
        100: '#452300',
      }),
      blue: scale({
        10: '#EDF3FC',
        20: '#D2E1F8',
        40: '#8FB4EB',
        60: '#3571C4',
        80: '#1F529A',
        90: '#173E75',
        100: '#0F294E',
      }),
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
