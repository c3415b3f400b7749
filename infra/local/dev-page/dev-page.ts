import { join } from 'node:path';
import type { TableSpec } from '../assembly/plan.ts';
import type { Clock } from '../clock.ts';
import type { FunctionState } from '../compute/pool.ts';
import type { DatabaseControl } from '../database/control.ts';
import type { Ses } from '../emulators/ses.ts';
import type { Lags } from '../events/event-sources.ts';
import { renderFunction } from './function-page.ts';
import { renderOverview } from './overview.ts';
import type { Rows, RowsQuery } from './rows.ts';
import { type Peaks, renderTable } from './table-page.ts';

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
