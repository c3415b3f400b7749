import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, inject } from 'vitest';

/** The accounts are listed once all demo data are stored (`infra/local/seed/demo.ts`). */
async function isReady(): Promise<boolean> {
  const answer = await fetch(`${inject('origin')}/__local/demo`).catch(() => undefined);
  return answer?.ok === true && (await answer.json()) !== null;
}

// The product starts beside the tests that need none. When its start fails, its folder goes.
beforeAll(async () => {
  while (!(await isReady())) {
    if (!existsSync(inject('dataFolder')))
      throw new Error('The local stack did not start: why stands at the end of the run.');
    await wait(200);
  }
}, 600_000);
