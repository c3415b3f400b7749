export type Colour = readonly [light: string, dark: string];

type Scale = Readonly<Record<10 | 20 | 40 | 60 | 80 | 90 | 100, Colour>>;

/**
 * Steps of one colour with Amplify's names, from backgrounds (10) to text (100): light to dark, reversed in the dark
 * appearance. `test/colours.test.ts` checks the contrast of each used pair against WCAG.
 */
export const scales = {
  primary: {
    10: ['#EEF6F7', '#1B3840'],
    20: ['#D3E7EA', '#234B55'],
    40: ['#8FC0C8', '#3C7682'],
    60: ['#2A7D8C', '#5FA5B2'],
    80: ['#0B5A6B', '#8FCBD6'],
    90: ['#084453', '#B0DDE5'],
    100: ['#052F3A', '#D3EEF3'],
  },
  secondary: {
    10: ['#FFF6E8', '#33270F'],
    20: ['#FDE6C2', '#4D3813'],
    40: ['#F5B75E', '#8A6220'],
    60: ['#C96A0B', '#EDA53F'],
    80: ['#96480A', '#F5C078'],
    90: ['#703507', '#F9D5A4'],
    100: ['#4D2404', '#FDEACF'],
  },
  neutral: {
    10: ['#FAF9F7', '#0E1A1E'],
    20: ['#F1EFEB', '#21343A'],
    40: ['#DDD9D2', '#374B51'],
    60: ['#857F77', '#84959A'],
    80: ['#57524B', '#C7C2BA'],
    90: ['#35312C', '#E0DCD5'],
    100: ['#1C1A17', '#F1EFEB'],
  },
  green: {
    10: ['#EAF6EE', '#14321F'],
    20: ['#CDE9D6', '#1C442B'],
    40: ['#86C69B', '#2F6B45'],
    60: ['#2F8A50', '#58B07B'],
    80: ['#1B6B3A', '#85D0A0'],
    90: ['#13512B', '#A9DFBC'],
    100: ['#0B351C', '#CFEEDA'],
  },
  red: {
    10: ['#FDEEEE', '#3B1D1E'],
    20: ['#F9D3D2', '#532728'],
    40: ['#EC9795', '#8A3D3C'],
    60: ['#CF3B38', '#EB7F7C'],
    80: ['#A82320', '#F6A6A4'],
    90: ['#7F1816', '#F9C2C0'],
    100: ['#560F0E', '#FCDEDD'],
  },
  orange: {
    10: ['#FFF4E5', '#372610'],
    20: ['#FFE0B5', '#4E3514'],
    40: ['#F4B45A', '#82571A'],
    60: ['#B86200', '#DB9441'],
    80: ['#8A4700', '#F2B76D'],
    90: ['#683500', '#F7CE99'],
    100: ['#452300', '#FCE5C9'],
  },
  blue: {
    10: ['#EDF3FC', '#1A2C48'],
    20: ['#D2E1F8', '#233E64'],
    40: ['#8FB4EB', '#3A629D'],
    60: ['#3571C4', '#75A5E6'],
    80: ['#1F529A', '#9DC1F2'],
    90: ['#173E75', '#BBD4F7'],
    100: ['#0F294E', '#DCE9FC'],
  },
} as const satisfies Record<string, Scale>;

/** The ground of cards and fields, and the text on a ground of the colour `primary.80`. */
export const white: Colour = ['#FFFFFF', '#16262B'];

/** Colours beside Amplify's, each a custom property of this name. */
export const roles = {
  /** The background of the hero, the footer and the camera, dark in both appearances, and the text on it. */
  deep: ['#052F3A', '#072730'],
  'on-deep': ['#FFFFFF', '#F1EFEB'],
  'on-deep-soft': ['#D3E7EA', '#C9DEE2'],
  'on-deep-line': ['#8FC0C8', '#8FC0C8'],
  'deep-hover': ['#084453', '#0F3D49'],
  saffron: ['#F5B75E', '#F0B25A'],
  'saffron-pale': ['#FDE6C2', '#FAD69C'],
  'on-saffron': ['#1C1A17', '#1C1A17'],
  veil: ['#052F3A8C', '#02080AB3'],
  shade: ['#052F3A29', '#00000080'],
  /** Codes that cameras read are dark on white in both appearances. */
  'code-ground': ['#FFFFFF', '#FFFFFF'],
  'code-mark': ['#000000', '#000000'],
  /** The drawings: the two shores by day, and by night. */
  'drawn-petrol-10': ['#EEF6F7', '#1B3840'],
  'drawn-petrol-20': ['#D3E7EA', '#2B535D'],
  'drawn-petrol-40': ['#8FC0C8', '#417A86'],
  'drawn-petrol-60': ['#2A7D8C', '#579FAC'],
  'drawn-petrol-80': ['#0B5A6B', '#2A7887'],
  'drawn-petrol-90': ['#084453', '#17505D'],
  'drawn-petrol-100': ['#052F3A', '#0B2A33'],
  'drawn-saffron-20': ['#FDE6C2', '#F0D3A2'],
  'drawn-saffron-40': ['#F5B75E', '#DFA04B'],
  'drawn-saffron-60': ['#C96A0B', '#B4610F'],
  'drawn-white': ['#FFFFFF', '#E6E3DB'],
  'drawn-grey-20': ['#F1EFEB', '#D3CEC4'],
  'drawn-grey-40': ['#DDD9D2', '#AAA69E'],
} as const satisfies Record<string, Colour>;
