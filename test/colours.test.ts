import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roles, scales, white } from '#shared/values/colours.ts';

const appearances = ['light', 'dark'] as const;
type Appearance = (typeof appearances)[number];
type Declarations = ReadonlyMap<string, string>;

const generated = readFileSync('web/theme/theme.generated.css', 'utf8');
const [lightBlock = '', darkBlock = ''] = generated.split('@media screen and (prefers-color-scheme: dark)');
const base = readFileSync('web/theme/base.css', 'utf8');
const propertiesOf = (sheet: string): Declarations =>
  new Map([...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
const standard = propertiesOf(
  readFileSync('node_modules/@aws-amplify/ui-react/dist/styles/base.layer.css', 'utf8').replaceAll(/\s+/g, ' '),
);
const own = propertiesOf(base.slice(0, base.indexOf('@media')));
const light = propertiesOf(lightBlock);
const dark = propertiesOf(darkBlock);

/** The value of a custom property in an appearance: a colour with all its digits. */
function colourOf(name: string, appearance: Appearance): string {
  const value =
    (appearance === 'dark' ? dark.get(name) : undefined) ?? light.get(name) ?? own.get(name) ?? standard.get(name);
  const [, alias] = value?.match(/^var\((--[\w-]+)\)$/) ?? [];
  if (alias) return colourOf(alias, appearance);
  if (value === 'hsl(0, 0%, 100%)') return '#FFFFFF';
  if (!/^#[\dA-F]{6}$/i.test(value ?? '')) throw new Error(`${name} is ${value ?? 'no token'}`);
  return value ?? '';
}

/** Contrast of two opaque colours, as WCAG 2 computes it. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Pair = readonly [text: string, ground: string];
const each = (texts: readonly string[], grounds: readonly string[]): Pair[] =>
  grounds.flatMap((ground) => texts.map((text): Pair => [text, ground]));
const step = (scale: keyof typeof scales, number: number) => `--amplify-colors-${scale}-${number}`;
const tooWeak = (pairs: readonly Pair[], least: number) =>
  appearances.flatMap((appearance) =>
    pairs
      .map(([text, ground]) => ({
        text,
        ground,
        is: contrast(colourOf(text, appearance), colourOf(ground, appearance)),
      }))
      .filter(({ is }) => is < least)
      .map(({ text, ground, is }) => `${appearance}: ${text} on ${ground} ${is.toFixed(2)}`),
  );

/** Rules with both a text and a ground of their own. */
function pairsOf(sheet: string): Pair[] {
  return [...sheet.matchAll(/\{([^{}]*)\}/g)].flatMap(([, body = '']): Pair[] => {
    const [, text] = body.match(/(?:^|[\s;])color:\s*var\((--[\w-]+)\)/) ?? [];
    const [, ground] = body.match(/(?:^|[\s;])background(?:-color)?:\s*var\((--[\w-]+)\)/) ?? [];
    return text && ground ? [[text, ground]] : [];
  });
}

const sheets = globSync('web/**/*.css', { exclude: ['web/theme/theme.generated.css'] }).map((file) =>
  readFileSync(file, 'utf8'),
);

test('text has a contrast of 4.5 on its ground, in both appearances', () => {
  const grounds = ['--surface', '--paper', '--petrol-tint'];
  const texts = ['--ink', '--ink-soft', '--petrol', '--petrol-deep', step('primary', 90), step('neutral', 90)];
  const told = [step('red', 80), step('green', 80), step('blue', 80), step('red', 90), step('secondary', 80)];
  expect(
    tooWeak(
      [
        ...sheets.flatMap(pairsOf),
        ...each(texts, [...grounds, step('neutral', 20), step('primary', 20), step('secondary', 10)]),
        ...each(told, ['--surface', '--paper']),
        ...each([step('secondary', 80)], [step('secondary', 10)]),
        ...each([step('red', 80), step('red', 100)], [step('red', 10), step('red', 20)]),
        ...each(['--on-deep', '--on-deep-soft', '--on-deep-line'], ['--deep', '--deep-hover']),
        ...each(['--on-saffron'], ['--saffron', '--saffron-pale']),
        // Amplify's buttons: with and without the pointer on them, and pressed.
        ...each(
          ['--amplify-colors-white'],
          [80, 90, 100].map((number) => step('primary', number)),
        ),
        ...each(
          ['--amplify-colors-white'],
          [60, 80, 100].map((number) => step('red', number)),
        ),
        ...each(['--ink', '--ink-soft'], ['--amplify-colors-background-disabled']),
      ],
      4.5,
    ),
  ).toEqual([]);
});

test('controls, rings and marks have a contrast of 3 on their grounds, in both appearances', () => {
  const marks = [step('neutral', 60), step('secondary', 60), '--petrol', '--ring', step('red', 60)];
  expect(
    tooWeak(
      [
        ...each(marks, ['--surface', '--paper', '--petrol-tint']),
        ...each(['--ring'], [step('neutral', 20), step('primary', 20), step('secondary', 10)]),
        ...each(['--on-deep'], ['--deep']),
        ...each([step('secondary', 60)], [step('neutral', 20)]),
        ...(['green', 'red', 'orange'] as const).map((scale): Pair => [step(scale, 60), step(scale, 10)]),
      ],
      3,
    ),
  ).toEqual([]);
});

test('contrast is as WCAG computes it', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48);
  expect(pairsOf('.a { color: var(--b); background: var(--c); } .d { border-color: var(--e); }')).toEqual([
    ['--b', '--c'],
  ]);
});

/** Where a colour is no part of a page. */
const elsewhere: Readonly<Record<string, string>> = {
  'web/theme/theme.generated.css': 'made of the colours',
  'web/index.html': 'the frame of the browser; compared below',
  'web/public/favicon.svg': 'stands on the browser, not on a page',
  'web/public/manifest.webmanifest': 'the frame of the installed site; compared below',
  'web/forms/files/compress-image.ts': 'the ground of a JPEG',
};

/** Colours that a text spells itself. */
function spelled(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|#(?:web|shared|functions|test)\//g, '');
  const digits = [...code.matchAll(/(?<![\w&#-])(?:#|%23)(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!-)/gi)];
  const made = [...code.matchAll(/\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/g)];
  const named = [
    ...code.matchAll(
      /(?:color|background|fill|stroke|border[\w-]*|outline|shadow)["']?\s*[:=]\s*["'{]*[^;"'\n$]*\b(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|orange|yellow)\b(?![\w-])/g,
    ),
  ];
  return [...digits, ...made, ...named].map(([colour]) => colour);
}

test('no page spells a colour: all are in one file', () => {
  const files = globSync(['web/**/*.{css,svg,html,ts,tsx,webmanifest}', 'functions/mail/**/*.ts'], {
    exclude: ['**/*.test.*'],
  });
  const found = files
    .filter((file) => !(file in elsewhere))
    .map((file) => [file, spelled(readFileSync(file, 'utf8'))])
    .filter(([, colours]) => colours?.length);
  expect(found).toEqual([]);
  // Proves that the check notices a breach.
  expect(spelled('a { color: #fff; }')).toEqual(['#fff']);
  expect(spelled('<path fill="black" />')).toHaveLength(1);
  expect(spelled('a { box-shadow: 0 0 rgb(0 0 0 / 15%); }')).toEqual(['rgb(']);
  expect(spelled('a { border: 1px solid red; }')).toHaveLength(1);
  expect(spelled('a { color: var(--amplify-colors-red-80); }')).toEqual([]);
});

test('the frame of the browser has the colours of the site', () => {
  const page = readFileSync('web/index.html', 'utf8');
  const [lightFrame, darkFrame] = roles.deep;
  expect(page).toContain(`content="${lightFrame}" media="(prefers-color-scheme: light)"`);
  expect(page).toContain(`content="${darkFrame}" media="(prefers-color-scheme: dark)"`);
  const manifest = JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8'));
  expect([manifest.theme_color, manifest.background_color]).toEqual([lightFrame, scales.neutral[10][0]]);
});

test('no screen of paper and no code for cameras is dark', () => {
  expect(darkBlock).not.toBe('');
  expect(generated.match(/@media/g)).toEqual(['@media']);
  expect(contrast(...roles['code-ground'])).toBe(1);
  expect(contrast(colourOf('--code-mark', 'dark'), colourOf('--code-ground', 'dark'))).toBeCloseTo(21);
  expect(white[0]).toBe(colourOf('--surface', 'light'));
});
