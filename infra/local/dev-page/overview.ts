import type { Clock } from '../clock.ts';
import type { PastCall } from '../compute/instance.ts';
import type { FunctionState } from '../compute/pool.ts';
import { type DatabaseFault, databaseModes } from '../database/faults.ts';
import { sesModes } from '../emulators/ses.ts';
import type { Lags } from '../events/event-sources.ts';
import { type Markup, markup, renderPage, spanOf, tableOf } from './page.ts';

export interface Overview {
  readonly clock: Pick<Clock, 'now' | 'offsetSeconds'>;
  /** Absent when the table or the mails are elsewhere. */
  readonly database: DatabaseFault | undefined;
  readonly ses: string | undefined;
  readonly functions: readonly FunctionState[];
  readonly lags: Lags;
}

/** The first page for developers: what this product does now, and what can be done to it. */
export function renderOverview({ clock, database, ses, functions, lags }: Overview): string {
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

/** The current activity of a function. */
export function wordsOf({ instances, running, waiting }: FunctionState): string {
  if (instances === 0) return 'not started';
  const calls = running + waiting === 0 ? 'idle' : `${running} running, ${waiting} waiting`;
  return `${instances === 1 ? '1 instance' : `${instances} instances`}, ${calls}`;
}

export const pastCall = ({ at, milliseconds, isCold, error }: PastCall): Markup =>
  markup`${spanOf(Date.now() - at)} ago, ${spanOf(milliseconds)}${isCold ? ', cold' : ''}${
    error === undefined ? '' : markup` <span class="bad">${error}</span>`
  }`;
