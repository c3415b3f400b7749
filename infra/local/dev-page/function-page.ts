import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FunctionState } from '../compute/pool.ts';
import { pastCall, wordsOf } from './overview.ts';
import { markup, renderPage } from './page.ts';

const shownBytes = 30_000;

export function renderFunction(state: FunctionState, logFile: string): string {
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
