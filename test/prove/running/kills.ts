import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSite } from '#infra/local/seed/site-client.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { tableOfStack } from '#test/support/stack-table.ts';
import { amountOf, tell } from '../amounts.ts';
import { diceOf, seed } from '../dice.ts';
import { administratorOn, membersOn } from './people.ts';
import { examined, outboxEmptied } from './settled.ts';
import { startWriting } from './writing.ts';

/**
 * Kills processes at random moments while members write: the whole product with its database, the database alone, one
 * function with all its calls. Acknowledged writes must be complete, and every mail must be sent.
 */
const kills = amountOf(100, 3);
const writers = 6;
/** Acts between two kills, so that each strikes a product at work, and then a random time. */
const actsBetween = 5;
const afterwardsMs = 1500;
const emptyWithin = 60;
const functions = ['parcels', 'deliveries', 'messaging', 'admin', 'projector', 'dispatcher', 'mailer'] as const;
const targets = ['product', 'product', 'database', 'database', ...functions] as const;

const dice = diceOf();
/** A message comes back when SQS would give it again. */
const like = { demo: false, waitsAsOnAws: true } as const;
let stack = await startLocal(like);
const { origin, dataFolder } = stack;
const site = openSite(origin);

async function fault(body: object): Promise<void> {
  const { status } = await site.local('faults', body);
  if (status !== 204) throw new Error(`A fault was answered with ${status}: ${JSON.stringify(body)}`);
}

async function kill(target: (typeof targets)[number]): Promise<void> {
  if (target === 'product') {
    await stack.kill();
    stack = await startLocal({ ...like, dataFolder, port: Number(new URL(origin).port) });
  } else if (target === 'database') {
    await fault({ service: 'dynamodb', mode: 'killed' });
    await fault({ service: 'dynamodb', mode: 'running' });
  } else await fault({ service: 'functions', name: target, mode: 'killed' });
}

try {
  const members = await membersOn(site, dataFolder, writers);
  const writing = startWriting(members, await administratorOn(site, dataFolder));
  const struck = { product: 0, database: 0, functions: 0 };
  for (let count = 0; count < kills; count++) {
    await writing.more(actsBetween);
    await wait(dice.roll(afterwardsMs));
    const target = dice.pick(targets);
    struck[target === 'product' || target === 'database' ? target : 'functions'] += 1;
    await kill(target);
  }
  await writing.stop();
  const table = tableOfStack(dataFolder);
  const emptied = await outboxEmptied(table);
  const [items, breaches] = await examined(table, { acts: writing.approvals() });
  const givenUp = globSync('**/*.json', { cwd: join(dataFolder, 'failed-events') });
  const flaws = [...writing.flaws(items), ...breaches, ...givenUp.map((file) => `given up: ${file}`)];
  for (const flaw of flaws) console.log(flaw);
  const isWhole = flaws.length === 0 ? 'none lost, none twice, I1–I7 hold' : `${flaws.length} flaws (seed ${seed})`;
  const holds = flaws.length === 0 && emptied <= emptyWithin;
  tell({
    part: 'kills',
    amount: `${kills} kills under load: ${struck.product} of the product, ${struck.database} of its database, ${struck.functions} of functions`,
    result: `${writing.acts()} acknowledged writes, ${isWhole}; outbox empty after ${emptied.toFixed(1)} s`,
    holds,
  });
  process.exitCode = holds ? 0 : 1;
} finally {
  await stack.stop();
}
