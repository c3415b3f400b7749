// @vitest-environment jsdom
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../clock.ts';
import { DatabaseFault } from '../database/faults.ts';
import { openDevPage } from './dev-page.ts';
import type { RowsQuery } from './rows.ts';

function aDevPage() {
  const folder = mkdtempSync(join(tmpdir(), 'dev-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const call = { at: Date.now() - 90_000, milliseconds: 1234, isCold: true, error: 'no <b>route</b>' };
  const asked: RowsQuery[] = [];
  const keys = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
  ];
  const opened = openDevPage({
    clock: openClock(join(folder, 'clock')),
    database: { present: () => DatabaseFault.parse({ mode: 'throttled', share: 0.25 }), behave: async () => {} },
    ses: undefined,
    functions: () => [{ name: 'search', instances: 2, running: 1, waiting: 3, calls: [call] }],
    lags: () => ({
      streams: [
        {
          reader: 'projector',
          shards: [
            { waiting: 7, milliseconds: 2500 },
            { waiting: 0, milliseconds: 0 },
          ],
        },
      ],
      queues: [{ name: 'Files-Scans', waiting: 1, hidden: 2, running: 0, milliseconds: 61_000 }],
    }),
    logFolder: folder,
    table: {
      KeySchema: keys(''),
      GlobalSecondaryIndexes: [{ IndexName: 'gs1', KeySchema: keys('gs1'), Projection: { ProjectionType: 'ALL' } }],
    },
    rows: async (query) => {
      asked.push(query);
      const item = { pk: 'P#1', sk: 'META', gs1pk: 'U#1#P', title: '<script>alert(1)</script>' };
      return { items: query.partition === '' ? [] : [item], isCut: true };
    },
    peaks: () => ({
      written: [{ key: 'VOC#parcel#NEW', units: 1200, at: 0 }],
      read: [{ key: 'FEED', units: 2400, at: 0 }],
    }),
  });
  const documentOf = (page: string | undefined) => new DOMParser().parseFromString(page ?? '', 'text/html');
  return { ...opened, documentOf, asked, folder };
}

const cellsOf = (document: Document, caption: string) =>
  [...document.querySelectorAll(`[aria-label="${caption}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );

test('the first page shows what runs, how far it is behind, and what is wrong on demand', () => {
  const { overview, documentOf } = aDevPage();
  const page = documentOf(overview());
  expect(cellsOf(page, 'Functions')).toEqual([
    ['search', '2 instances, 1 running, 3 waiting', '2 min ago, 1.2 s, cold no <b>route</b>'],
  ]);
  expect(cellsOf(page, 'Shards of the stream')).toEqual([['projector', '7 · 0', '2.5 s']]);
  expect(cellsOf(page, 'Queues')).toEqual([['Files-Scans', '1 waiting, 0 at work, 2 hidden after a failure', '1 min']]);
  expect(page.querySelector<HTMLSelectElement>('select[name=mode]')?.value).toBe('throttled');
  expect(page.querySelector<HTMLInputElement>('input[name=share]')?.value).toBe('0.25');
  expect(page.body.textContent).toContain('The mails are not sent by this stack.');
  expect(page.querySelector('a[href="/__local/inbox"]')).not.toBeNull();
  expect(page.querySelectorAll('b, script')).toHaveLength(0);
});

test('the page of a function shows its last calls and the end of its log', () => {
  const { functionNamed, documentOf, folder } = aDevPage();
  writeFileSync(join(folder, 'search.log'), `${'first line\n'.repeat(5000)}last <i>line</i>`);
  const page = documentOf(functionNamed('search'));
  expect(page.querySelector('ol')?.textContent).toContain('cold');
  const log = page.querySelector('pre')?.textContent ?? '';
  expect(log.endsWith('last <i>line</i>')).toBe(true);
  expect(log.length).toBeLessThan(31_000);
  expect(functionNamed('../search')).toBeUndefined();
});

test('rows are shown by their key, with links to the other partitions in which they stand', async () => {
  const { table, documentOf, asked } = aDevPage();
  const page = documentOf(await table(new URLSearchParams({ index: 'gs1', partition: 'U#1#P', sort: 'C' })));
  expect(asked).toEqual([{ index: 'gs1', partition: 'U#1#P', sort: 'C' }]);
  expect(page.querySelector('summary')?.textContent).toBe('P#1 · META');
  expect(page.querySelector('pre')?.textContent).toContain('<script>alert(1)</script>');
  expect(page.querySelector('details a')?.getAttribute('href')).toBe('/__local/table?index=&partition=P%231');
  expect(page.body.textContent).toContain('1 row, and there are more.');
  expect(cellsOf(page, 'Most written keys')).toEqual([['VOC#parcel#NEW', '1200', '00:00:00']]);
});

test('an index that is not known is asked as the table', async () => {
  const { table, asked } = aDevPage();
  await table(new URLSearchParams({ index: 'gs9', partition: 'P#1' }));
  expect(asked).toEqual([{ index: '', partition: 'P#1', sort: '' }]);
});
