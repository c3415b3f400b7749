import { setTimeout as wait } from 'node:timers/promises';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { itemsIn } from '#test/support/table.ts';
import { breachesOf, type Examined } from '../invariants.ts';

const lookAgainMs = 500;

const isWaitingMail = (item: Item) => isMail(item) && parseMail(item).state === 'pending';

/** Seconds until no mail waits any more; what is not sent within three minutes is not waited for. */
export async function outboxEmptied(table: Table): Promise<number> {
  const began = performance.now();
  for (;;) {
    const waiting = (await itemsIn(table)).filter(isWaitingMail);
    const seconds = (performance.now() - began) / 1000;
    if (waiting.length === 0 || seconds > 180) return seconds;
    await wait(lookAgainMs);
  }
}

/**
 * The items of the table and what they breach, once the readers of the stream are done: nothing is breached, or the
 * breaches have not changed for a minute.
 */
export async function examined(table: Table, more: Pick<Examined, 'acts'> = {}): Promise<[Item[], string[]]> {
  let told = '';
  let endsAt = 0;
  for (;;) {
    const began = performance.now();
    const items = await itemsIn(table);
    const breaches = breachesOf({ items, now: Date.now(), ...more });
    if (breaches.join() !== told) endsAt = Date.now() + 60_000;
    told = breaches.join();
    if (breaches.length === 0 || Date.now() > endsAt) return [items, breaches];
    // Reading a large table takes the readers' time: they get as much of it.
    await wait(Math.max(lookAgainMs, performance.now() - began));
  }
}
