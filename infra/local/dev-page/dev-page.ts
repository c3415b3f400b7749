import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { TableSpec } from '#infra/local/assembly/plan.ts';
import type { Clock } from '#infra/local/clock.ts';
import type { PastCall } from '#infra/local/compute/instance.ts';
import type { FunctionState } from '#infra/local/compute/pool.ts';
import { type DatabaseControl, type DatabaseFault, databaseModes } from '#infra/local/database/faults.ts';
import type { Peak } from '#infra/local/database/unit-meter.ts';
import { type Ses, sesModes } from '#infra/local/emulators/ses.ts';
import type { Lags } from '#infra/local/events/event-sources.ts';
import { escapeMarkup } from '../emulators/xml.ts';
import { keyNamesOf, type Rows, type RowsQuery } from './rows.ts';

const pageStyle = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; color: #1c1c1c; }
  a { color: #0b5394; }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
  nav a { display: inline-block; padding-block: .35rem; }
  td a { overflow-wrap: anywhere; }
  section { border-top: 1px solid #767676; margin-top: 1.5rem; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block: .75rem; }
  label { display: grid; }
  input, select, button { font: inherit; padding: .5rem; min-height: 2.75rem; border: 1px solid #767676; border-radius: .25rem; }
  input, select { width: 12rem; max-width: 100%; box-sizing: border-box; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #d0d0d0; vertical-align: top; }
  .scroll { overflow-x: auto; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: .75rem; }
  summary { padding-block: .5rem; overflow-wrap: anywhere; }
  .bad { color: #a61b1b; font-weight: 600; }
`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

interface Markup {
  readonly markup: string;
}

/** A template of markup: texts and numbers are escaped, markup and lists of it stay as they are. */
function markup(parts: TemplateStringsArray, ...values: readonly (string | number | Markup | Markup[])[]): Markup {
  const written = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.markup).join('');
    return typeof value === 'object' ? value.markup : escapeMarkup(String(value));
  });
  return { markup: String.raw({ raw: parts }, ...written) };
}

/** A page for developers, complete. It runs no script and loads nothing. */
const renderPage = (title: string, content: Markup): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.markup;

/** A wide table scrolls in its own box. */
const tableOf = (caption: string, heads: readonly string[], rows: readonly Markup[][]): Markup =>
  markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

function spanOf(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

interface Overview {
  readonly clock: Pick<Clock, 'now' | 'offsetSeconds'>;
  /** Absent when the table or the mails are elsewhere. */
  readonly database: DatabaseFault | undefined;
  readonly ses: string | undefined;
  readonly functions: readonly FunctionState[];
  readonly lags: Lags;
}

function renderOverview({ clock, database, ses, functions, lags }: Overview): string {
  return renderPage(
    'The product on this machine',
    markup`<p>Only this machine has these pages: no deployment contains them. Nothing here refreshes by itself.</p>
<nav aria-label="Pages"><ul>${links.map(([path, name]) => markup`<li><a href="${path}">${name}</a></li>`)}</ul></nav>
${clockSection(clock)}
<section><h2 id="faults">Faults on demand</h2>
${database ? databaseForm(database) : markup`<p>The table is not one of this stack.</p>`}
${ses === undefined ? markup`<p>The mails are not sent by this stack.</p>` : sesForm(ses)}
</section>
<section><h2>Streams and queues</h2>${lagTables(lags)}</section>
<section><h2>Functions</h2>${functionTable(functions)}</section>
<section><h2>Start again</h2>
<form method="post" action="/__local/reset"><button>Delete all data and start again</button></form>
</section>`,
  );
}

const links = [
  ['/', 'Site'],
  ['/__local/inbox', 'Inbox'],
  ['/__local/table', 'Rows of the table'],
  ['/__local/demo', 'Demo accounts'],
  ['/__local/rights', 'Rights of functions'],
] as const;

const hourSeconds = 3600;

function clockSection(clock: Overview['clock']): Markup {
  const offset = clock.offsetSeconds();
  const moves = [
    ['An hour on', offset + hourSeconds],
    ['A day on', offset + 24 * hourSeconds],
    ['A week on', offset + 7 * 24 * hourSeconds],
    ['Real time', 0],
  ] as const;
  return markup`<section><h2>Clock</h2>
<p>${new Date(clock.now()).toISOString()}, ${offset} seconds beside real time. Moving it on runs the schedules that it passes.</p>
<form method="post" action="/__local/clock">
${moves.map(([name, value]) => markup`<button name="offsetSeconds" value="${value}">${name}</button>`)}
</form>
<form method="post" action="/__local/clock">
<label>Seconds beside real time<input name="offsetSeconds" type="number" required value="${offset}"></label>
<button>Move</button>
</form></section>`;
}

const select = (modes: readonly string[], present: string): Markup =>
  markup`<label>Mode<select name="mode">${modes.map((mode) =>
    mode === present ? markup`<option selected>${mode}</option>` : markup`<option>${mode}</option>`,
  )}</select></label>`;

const databaseForm = ({ mode, share, partition, milliseconds }: DatabaseFault): Markup =>
  markup`<h3>Database: ${mode}</h3>
<form method="post" action="/__local/faults">
<input type="hidden" name="service" value="dynamodb">
${select(databaseModes, mode)}
<label>Share of calls<input name="share" type="number" min="0" max="1" step="0.05" value="${share}"></label>
<label>Partition keys that begin with<input name="partition" value="${partition}" autocapitalize="off"></label>
<label>Milliseconds of late indexes<input name="milliseconds" type="number" min="0" value="${milliseconds}"></label>
<button>Apply</button>
</form>`;

const sesForm = (mode: string): Markup =>
  markup`<h3>Mails: ${mode}</h3>
<form method="post" action="/__local/faults">
<input type="hidden" name="service" value="ses">
${select(sesModes, mode)}
<button>Apply</button>
</form>`;

const lagTables = ({ streams, queues }: Lags): Markup =>
  markup`${tableOf(
    'Shards of the stream',
    ['Reader', 'Records waiting in each shard', 'Behind'],
    streams.map(({ reader, shards }) => [
      markup`${reader}`,
      markup`${shards.map(({ waiting }) => waiting).join(' · ')}`,
      markup`${spanOf(Math.max(...shards.map(({ milliseconds }) => milliseconds)))}`,
    ]),
  )}${tableOf(
    'Queues',
    ['Queue', 'Messages', 'Oldest'],
    queues.map(({ name, waiting, hidden, running, milliseconds }) => [
      markup`${name.split('-').flatMap((part, at) => [{ markup: at === 0 ? '' : '-<wbr>' }, markup`${part}`])}`,
      markup`${`${waiting} waiting, ${running} at work, ${hidden} hidden after a failure`}`,
      markup`${spanOf(milliseconds)}`,
    ]),
  )}`;

const functionTable = (functions: readonly FunctionState[]): Markup =>
  tableOf(
    'Functions',
    ['Function', 'Now', 'Last call'],
    functions.map((state) => [
      markup`<a href="/__local/function?name=${encodeURIComponent(state.name)}">${state.name}</a>`,
      markup`${wordsOf(state)}`,
      state.calls[0] ? pastCall(state.calls[0]) : markup`none yet`,
    ]),
  );

function wordsOf({ instances, running, waiting }: FunctionState): string {
  if (instances === 0) return 'not started';
  const calls = running + waiting === 0 ? 'idle' : `${running} running, ${waiting} waiting`;
  return `${instances === 1 ? '1 instance' : `${instances} instances`}, ${calls}`;
}

const pastCall = ({ at, milliseconds, isCold, error }: PastCall): Markup =>
  markup`${spanOf(Date.now() - at)} ago, ${spanOf(milliseconds)}${isCold ? ', cold' : ''}${
    error === undefined ? '' : markup` <span class="bad">${error}</span>`
  }`;

type Keys = Pick<TableSpec, 'KeySchema' | 'GlobalSecondaryIndexes'>;

interface Peaks {
  readonly written: readonly Peak[];
  readonly read: readonly Peak[];
}

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
