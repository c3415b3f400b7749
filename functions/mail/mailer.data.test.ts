import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { deliverMail } from './deliver.ts';
import { mailBatch } from './mailer.ts';
import { type MailRow, mail, noticeIdOf, parseMail } from './outbox.ts';
import { MailRefused, MailsHeld, type Quota } from './ses.ts';

const facts = { firstName: 'Amina', title: 'Livres', parcelId: randomUUID() };
const fast: Quota = { perSecond: 20, aDay: 50_000, sentToday: 0 };

/** Waiting mails, and a mailer whose provider answers with `send`. */
async function aQueue(size: number, { quota = fast, send = async (_to: string) => {}, looks = 100 } = {}) {
  const table = await tableWith([profileItem(aProfile('M'))]);
  const ids = Array.from({ length: size }, () => randomUUID());
  const now = Date.now();
  for (const id of ids)
    await table.transact([mail(table, 'parcelApproved', { memberId: memberIds.M }, facts, { id, now })]);
  const keyOf = (id: string) => keys.notice(memberIds.M, noticeIdOf({ createdAt: new Date(now).toISOString(), id }));
  const pauses: number[] = [];
  const hidden: string[] = [];
  const sent: string[] = [];
  const mails = {
    table,
    now: Date.now,
    site: async () => 'https://envoyage.example.org',
    send: async (to: string) => {
      await send(to);
      sent.push(to);
    },
    contact: undefined,
    replyTo: undefined,
    pause: async () => {},
  };
  const record = (id: string) => ({ messageId: id, receiptHandle: id, body: JSON.stringify(keyOf(id)) }) as SQSRecord;
  const deps = {
    table,
    quota: async () => quota,
    hasTime: () => looks-- > 0,
    hide: async (handle: string) => void hidden.push(handle),
    deliver: (row: MailRow) => deliverMail(mails, row),
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  };
  const run = async (of = ids, asked: Quota | Error = quota) =>
    mailBatch(of.map(record), {
      ...deps,
      quota: async () => {
        if (asked instanceof Error) throw asked;
        return asked;
      },
    });
  const states = async () =>
    Promise.all(ids.map(async (id) => parseMail((await table.get(keyOf(id), { consistent: true })) ?? {}).state));
  return { table, ids, keyOf, deps, run, states, sent, pauses, hidden };
}

const backInQueue = (ids: readonly string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

test('mails leave one after the other at the pace of SES, and each once', async () => {
  const { run, states, sent, pauses } = await aQueue(3);
  expect(await run()).toEqual(backInQueue([]));
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
  expect(pauses).toEqual([100, 100]);
  await run();
  expect(sent).toHaveLength(3);
});

test('when SES takes no mail, it and all behind it go back to the queue, and leave later', async () => {
  const warn = vi.spyOn(logger, 'warn');
  let isPaused = true;
  let tried = 0;
  const send = async () => {
    tried += 1;
    if (isPaused) throw new MailsHeld('SES takes no mail now');
  };
  const { ids, run, states, hidden } = await aQueue(3, { send });
  expect(await run()).toEqual(backInQueue(ids));
  expect(tried).toBe(1);
  expect(hidden).toEqual(ids);
  // The alarm `MailsHeld` reads it.
  expect(warn).toHaveBeenCalledWith('mails held', expect.objectContaining({ heldMails: 3 }));
  expect(await states()).toEqual(['pending', 'pending', 'pending']);
  isPaused = false;
  expect(await run()).toEqual(backInQueue([]));
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
});

test('a mail that SES refuses for good stops no other one', async () => {
  let first = true;
  const send = async () => {
    if (first) {
      first = false;
      throw new MailRefused('Email address is not verified');
    }
  };
  const { run, states } = await aQueue(2, { send });
  expect(await run()).toEqual(backInQueue([]));
  expect(await states()).toEqual(['refused', 'sent']);
});

test('a row that cannot be read goes back alone', async () => {
  const { table, ids, keyOf, run, states, hidden } = await aQueue(2);
  const [first = ''] = ids;
  const unknown = {
    expression: 'SET #record.mail = :mail',
    names: { '#record': 'record' },
    values: { ':mail': 'toString' },
  };
  await table.transact([table.update(keyOf(first), unknown)]);
  expect(await run()).toEqual(backInQueue([first]));
  expect(await states()).toEqual(['pending', 'sent']);
  expect(hidden).toEqual([]);
});

test('the day’s quota is not used up: what is above nine tenths waits', async () => {
  const { ids, run, states, hidden } = await aQueue(3, { quota: { perSecond: 1, aDay: 200, sentToday: 179 } });
  expect(await run()).toEqual(backInQueue(ids.slice(1)));
  expect(hidden).toEqual(ids.slice(1));
  expect(await states()).toEqual(['sent', 'pending', 'pending']);
});

test('while SES does not even tell its quota, all mails wait as when it takes none', async () => {
  const { ids, run, states, hidden } = await aQueue(2);
  expect(await run(ids, new Error('SES is away'))).toEqual(backInQueue(ids));
  expect(hidden).toEqual(ids);
  expect(await states()).toEqual(['pending', 'pending']);
});

test('a mail for which too little time is left goes back untried, and comes back soon', async () => {
  const { ids, run, states, hidden } = await aQueue(3, { looks: 2 });
  expect(await run()).toEqual(backInQueue(ids.slice(2)));
  expect(await states()).toEqual(['sent', 'sent', 'pending']);
  expect(hidden).toEqual([]);
});

test('a mail whose row is gone is done', async () => {
  const { run } = await aQueue(0);
  expect(await run([randomUUID()])).toEqual(backInQueue([]));
});
