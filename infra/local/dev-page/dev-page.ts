import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { TableSpec } from '#infra/local/assembly/plan.ts';
import type { Clock } from '#infra/local/clock.ts';
import type { FunctionState } from '#infra/local/compute/pool.ts';
import type { DatabaseControl } from '#infra/local/database/control.ts';
import type { Peak } from '#infra/local/database/unit-meter.ts';
import type { Ses } from '#infra/local/emulators/ses.ts';
import type { Lags } from '#infra/local/events/event-sources.ts';
import { pastCall, renderOverview, wordsOf } from './overview.ts';
import { type Markup, markup, renderPage, tableOf } from './page.ts';
import { keyNamesOf, type Rows, type RowsQuery } from './rows.ts';

type Keys = Pick<TableSpec, 'KeySchema' | 'GlobalSecondaryIndexes'>;

interface Peaks {
  readonly written: readonly Peak[];
  readonly read: readonly Peak[];
}

/** Rows of the table by their key, and the keys that were written and read most. */
function renderTable(table: Keys, query: RowsQuery, rows: Rows, { written, read }: Peaks): string {
  const indexes = ['', ...(table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName)];
  return renderPage(
    'Rows of the table',
    markup`<p><a href="/__local/">The product on this machine</a></p>
<form>
<label>Table or index<select name="index">${indexes.map((name) => {
      const word = name || 'table';
      return name === query.index
        ? markup`<option value="${name}" selected>${word}</option>`
        : markup`<option value="${name}">${word}</option>`;
    })}</select></label>
<label>Partition key<input name="partition" required value="${query.partition}" autocapitalize="off"></label>
<label>Sort key begins with<input name="sort" value="${query.sort}" autocapitalize="off"></label>
<button>Show</button>
</form>
${query.partition === '' ? markup`<p>The keys are listed in docs/table.md.</p>` : shown(table, query, rows)}
${busiest('Most written keys', 'The most write units of functions in one second, since the start; a partition of DynamoDB gives 1,000.', written)}
${busiest('Most read keys', 'The same of read units, of queries alone; a partition gives 3,000.', read)}`,
  );
}

const busiest = (title: string, text: string, peaks: readonly Peak[]): Markup => markup`<section><h2>${title}</h2>
<p>${text}</p>
${tableOf(
  title,
  ['Partition key', 'Units', 'When'],
  peaks.map(({ key, units, at }) => [
    linkTo('', key),
    markup`${units}`,
    markup`${new Date(at).toISOString().slice(11, 19)}`,
  ]),
)}</section>`;

function shown(table: Keys, query: RowsQuery, { items, isCut }: Rows): Markup {
  if (items.length === 0) return markup`<p>No row has this key.</p>`;
  const [partition, sort] = keyNamesOf(table, '');
  return markup`<p>${items.length} ${items.length === 1 ? 'row' : 'rows'}${isCut ? ', and there are more' : ''}.</p>
${items.map(
  (item) => markup`<details><summary>${textOf(item[partition])} · ${textOf(item[sort])}</summary>
<p>${otherKeys(table, query, item)}</p><pre>${JSON.stringify(item, undefined, 2)}</pre></details>`,
)}`;
}

const otherKeys = (table: Keys, query: RowsQuery, item: Rows['items'][number]): Markup[] =>
  ['', ...(table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName)].flatMap((index) => {
    const key = textOf(item[keyNamesOf(table, index)[0]]);
    if (key === '' || (index === query.index && key === query.partition)) return [];
    return [markup`${index || 'table'} ${linkTo(index, key)} `];
  });

const linkTo = (index: string, key: string): Markup =>
  markup`<a href="/__local/table?${new URLSearchParams({ index, partition: key }).toString()}">${key}</a>`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const shownBytes = 30_000;

function renderFunction(state: FunctionState, logFile: string): string {
  const { name, calls } = state;
  return renderPage(
    name,
    markup`<p><a href="/__local/">All functions</a></p>
<p>Now: ${wordsOf(state)}.</p>
<h2>Last calls</h2>
${calls.length === 0 ? markup`<p>None since the start.</p>` : markup`<ol>${calls.map((call) => markup`<li>${pastCall(call)}</li>`)}</ol>`}
<h2>Log</h2>
<p><code>${logFile}</code></p>
<pre>${endOf(logFile) || 'Nothing was logged.'}</pre>`,
  );
}

function endOf(file: string): string {
  if (!existsSync(file)) return '';
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const from = Math.max(0, size - shownBytes);
    const bytes = Buffer.alloc(size - from);
    readSync(opened, bytes, 0, bytes.length, from);
    const text = bytes.toString();
    // The first line may be cut.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(opened);
  }
}

export interface DevPageOptions {
  clock: Clock;
  database: DatabaseControl | undefined;
  ses: Ses | undefined;
  functions: () => readonly FunctionState[];
  lags: () => Lags;
  logFolder: string;
  table: Pick<TableSpec, 'KeySchema' | 'GlobalSecondaryIndexes'>;
  rows: (query: RowsQuery) => Promise<Rows>;
  peaks: () => Peaks;
}

/** The pages for developers: what runs on this machine, as HTML. A function that is not known has no page. */
export function openDevPage({ clock, database, ses, functions, lags, logFolder, table, rows, peaks }: DevPageOptions) {
  return {
    overview: (): string =>
      renderOverview({ clock, database: database?.present(), ses: ses?.mode(), functions: functions(), lags: lags() }),

    functionNamed: (name: string): string | undefined => {
      const state = functions().find((one) => one.name === name);
      return state && renderFunction(state, join(logFolder, `${name}.log`));
    },

    table: async (asked: URLSearchParams): Promise<string> => {
      const [index = '', partition = '', sort = ''] = ['index', 'partition', 'sort'].map(
        (name) => asked.get(name) ?? '',
      );
      const isKnown = index === '' || table.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === index);
      const query = { index: isKnown ? index : '', partition, sort };
      return renderTable(table, query, await rows(query), peaks());
    },
  };
}
