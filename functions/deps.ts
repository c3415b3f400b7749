import { randomUUID } from 'node:crypto';
import { env } from './platform/env.ts';
import { openTable } from './platform/table.ts';
import type { Deps } from './serve.ts';

/** Built once per cold start. `Date.now` is called each time, so the clock is never cached. */
export const coreDeps = (): Deps => ({ table: openTable(env('TABLE')), now: () => Date.now(), newId: randomUUID });
