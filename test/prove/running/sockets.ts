import { setTimeout as wait } from 'node:timers/promises';
import { openSite } from '#infra/local/seed/site-client.ts';
import { percentile } from '#test/bench/figure.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { tableOfStack } from '#test/support/stack-table.ts';
import { amountOf, share, tell } from '../amounts.ts';
import { acknowledged } from './acknowledged.ts';
import { membersOn, type Person } from './people.ts';
import { examined } from './settled.ts';
import { openTab } from './tab.ts';

/**
 * Conversations written from both sides and read in three tabs each, whose sockets are cut again and again: every tab
 * shows every message once, in order.
 */
const wanted = amountOf(30_000, 300);
const conversations = share > 0 ? 100 : 10;
const cutAfterMs = 2000;
/** Of all conversations together. */
const messagesASecond = 50;
/** After the last message is acknowledged. */
const patienceMs = 120_000;

const each = Math.ceil(wanted / conversations / 2) * 2;
const stack = await startLocal({ demo: false });
const site = openSite(stack.origin);
const sentAt = new Map<string, number>();
const refused: string[] = [];

/** One side of a conversation: half of its messages, each when it is due and the one before is acknowledged. */
async function write(from: Person, to: Person, name: string): Promise<void> {
  const betweenMs = (2 * conversations * 1000) / messagesASecond;
  const began = performance.now() + Math.random() * betweenMs;
  for (let number = 1; number <= each / 2; number++) {
    await wait(Math.max(0, began + number * betweenMs - performance.now()));
    const body = { recipientId: to.userId, content: `${name} ${number}` };
    sentAt.set(body.content, performance.now());
    await acknowledged(from, (caller, key) => caller.call('sendMessage', { body }, { key }));
  }
}

type Tab = Awaited<ReturnType<typeof openTab>>;

/** Events that a tab lacks, shows twice, or shows out of order. */
function flawsOf(tab: Tab, name: string): string[] {
  const shown = tab.shown();
  const numbers = shown.map(({ seq }) => seq);
  const inOrder = numbers.every((seq, index) => seq === index + 1);
  const once = new Set(shown.map(({ content }) => content)).size === shown.length;
  const ofSides = ['A', 'B'].map((side) =>
    shown.flatMap(({ content }) => (content.startsWith(`${name}${side} `) ? [Number(content.split(' ')[1])] : [])),
  );
  return [
    ...tab.flaws(),
    ...(shown.length === each ? [] : [`${name} shows ${shown.length} of ${each}`]),
    ...(inOrder ? [] : [`${name} shows numbers out of order: ${numbers.join()}`]),
    ...(once ? [] : [`${name} shows a message twice`]),
    ...ofSides
      .filter((written) => written.some((number, index) => number !== index + 1))
      .map((written) => `${name} shows what one wrote out of order: ${written.join()}`),
  ];
}

try {
  const people = await membersOn(site, stack.dataFolder, conversations * 2);
  const pairs = Array.from({ length: conversations }, (_, index) => ({
    name: `C${index}`,
    one: people[index * 2] as Person,
    other: people[index * 2 + 1] as Person,
  }));
  const tabs = await Promise.all(
    pairs.flatMap(({ name, one, other }) =>
      (
        [
          [one, other],
          [one, other],
          [other, one],
        ] as const
      ).map(async ([person, partner]) => ({
        name,
        tab: await openTab(site, person, partner, cutAfterMs),
      })),
    ),
  );
  const began = performance.now();
  const written = pairs.flatMap(({ name, one, other }) => [
    write(one, other, `${name}A`),
    write(other, one, `${name}B`),
  ]);
  for (const side of await Promise.allSettled(written))
    if (side.status === 'rejected') refused.push(String(side.reason));
  const seconds = (performance.now() - began) / 1000;
  const endsAt = Date.now() + patienceMs;
  while (tabs.some(({ tab }) => tab.shown().length < each) && Date.now() < endsAt) await wait(100);
  await Promise.all(tabs.map(({ tab }) => tab.close()));
  const [, breaches] = await examined(tableOfStack(stack.dataFolder));

  const flaws = [...refused, ...tabs.flatMap(({ tab, name }) => flawsOf(tab, name)), ...breaches];
  for (const flaw of flaws) console.log(flaw);
  const times = tabs.flatMap(({ tab }) => tab.shown().map(({ content, at }) => at - (sentAt.get(content) ?? at)));
  const cuts = tabs.reduce((sum, { tab }) => sum + tab.cuts(), 0);
  const holds = flaws.length === 0;
  tell({
    part: 'sockets',
    amount: `${each * conversations} messages in ${conversations} conversations, ${tabs.length} sockets cut 2 s after they opened, ${cuts} cuts in ${Math.round(seconds)} s`,
    result: `${holds ? 'none missing, none twice, all in order; I1–I7 hold' : `${flaws.length} flaws`}; shown after ${Math.round(percentile(times, 0.5))} ms (p50), ${Math.round(percentile(times, 0.95))} ms (p95)`,
    holds,
  });
  process.exitCode = holds ? 0 : 1;
} finally {
  await stack.stop();
}
