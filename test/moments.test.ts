import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { algiersMoment } from '#shared/values/time.ts';

/** The texts on a device in this zone. It needs its own process, because a process cannot change its zone. */
function shownIn(zone: string): Record<string, string> {
  const script = `import * as moments from '#web/lib/moments.ts';
    const now = Date.parse('2026-07-16T23:30:00Z');
    console.log(JSON.stringify({
      summer: moments.momentText('2026-07-16T22:15:00Z'),
      winter: moments.momentText('2026-12-12T23:30:00Z'),
      before: moments.clockTime('2026-10-25T00:30:00Z'),
      after: moments.clockTime('2026-10-25T01:30:00Z'),
      day: moments.shortDayOf('2026-07-16T23:30:00Z'),
      month: moments.monthAndYear('2026-07-31T23:30:00Z'),
      list: moments.listTime('2026-07-16T22:15:00Z', now),
      label: moments.dayLabel(moments.dayHere(Date.parse('2026-07-16T21:30:00Z')), now),
    }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(output) as Record<string, string>;
}

test.each([
  // Its hour is the one of Algiers in winter, one more in summer; the clock goes back on 25 October at 3:00.
  [
    'Europe/Paris',
    [
      '17 juil. 2026 à 00:15',
      '13 déc. 2026 à 00:30',
      '02:30',
      '02:30',
      '17\u00a0juil.\u00a02026',
      'août 2026',
      '00:15',
      'Hier',
    ],
  ],
  [
    'Europe/London',
    [
      '16 juil. 2026 à 23:15',
      '12 déc. 2026 à 23:30',
      '01:30',
      '01:30',
      '17\u00a0juil.\u00a02026',
      'août 2026',
      'Hier',
      'Hier',
    ],
  ],
  [
    'America/Montreal',
    [
      '16 juil. 2026 à 18:15',
      '12 déc. 2026 à 18:30',
      '20:30',
      '21:30',
      '16\u00a0juil.\u00a02026',
      'juillet 2026',
      '18:15',
      "Aujourd'hui",
    ],
  ],
  [
    'Asia/Dubai',
    [
      '17 juil. 2026 à 02:15',
      '13 déc. 2026 à 03:30',
      '04:30',
      '05:30',
      '17\u00a0juil.\u00a02026',
      'août 2026',
      '02:15',
      "Aujourd'hui",
    ],
  ],
  [
    'Africa/Algiers',
    [
      '16 juil. 2026 à 23:15',
      '13 déc. 2026 à 00:30',
      '01:30',
      '02:30',
      '17\u00a0juil.\u00a02026',
      'août 2026',
      'Hier',
      'Hier',
    ],
  ],
])('a device in %s shows moments, their days and their months in its zone', (zone, texts) => {
  expect(Object.values(shownIn(zone))).toEqual(texts);
});

test('what leaves the screen is in the hour of Algiers, and says so', () => {
  expect(algiersMoment('2026-07-16T22:15:00Z')).toBe("16 juil. 2026 à 23:15 (heure d'Alger)");
});

test('no other code writes a moment or a day, so that its zone is always a decision', () => {
  const formatting = /new Intl\.DateTimeFormat|toLocale(Date|Time)String/;
  const files = globSync('{shared,functions,web}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const writing = files.filter((file) => formatting.test(readFileSync(file, 'utf8')));
  // The recipient's page writes them in Arabic, too.
  expect(writing.toSorted()).toEqual(['shared/values/formats.ts', 'web/features/follow/texts.ts']);
});
