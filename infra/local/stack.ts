import { join } from 'node:path';
import type { Base, StackOptions } from '#infra/local/running/running.ts';
import { type Clock, openClock } from './clock.ts';
import { type DynamoDb, startDynamoDb } from './emulators/dynamodb.ts';
import { runSchedules, startSchedules } from './events/schedules.ts';
import type { Progress } from './prepare.ts';
import { prepare } from './prepare.ts';
import { startRunning } from './running/running.ts';
import { readDemo, writeDemo } from './seed/demo.ts';

export interface LocalStack {
  refresh: () => void;
  close: () => Promise<void>;
}

/**
 * Builds what is missing, reads the assembly, creates its resources on this machine, and connects them to the gateway.
 * All data that outlives the process is below the data folder.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  const { settings, gateway, progress, env, report } = options;
  const { dataFolder } = settings;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    gateway.use(undefined);
    for (const end of closing.toReversed()) await end();
  };

  try {
    const [database] = await Promise.all([
      env['AWS_ENDPOINT_URL_DYNAMODB'] ? undefined : startDatabase(dataFolder, progress, closing),
      prepare(progress, settings),
    ]);
    const dynamoDb = database?.endpoint ?? env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
    const clock = openClock(join(dataFolder, 'clock'));
    const run = await progress.step('services', () => startRunning(options, { dynamoDb, database, clock, closing }));

    await seedOnce(options, clock, run);
    if (settings.subscriptionFrom) run.subscribeFrom(settings.subscriptionFrom);
    const { schedules } = run.plan;
    const running = startSchedules(schedules, { clock, start: run.start });
    closing.push(() => running.close());
    return { refresh: run.workers.refresh, close };
  } catch (error) {
    await close();
    report('The stack could not be started.');
    throw error;
  }
}

async function startDatabase(dataFolder: string, progress: Progress, closing: Base['closing']): Promise<DynamoDb> {
  const database = await progress.step('database', () => startDynamoDb({ dir: join(dataFolder, 'dynamodb') }));
  closing.push(() => database.close());
  return database;
}

const weekSeconds = 7 * 86_400;

async function seedOnce(
  { settings, gateway, progress, seed }: StackOptions,
  clock: Clock,
  { plan, workers, limit }: Awaited<ReturnType<typeof startRunning>>,
): Promise<void> {
  if (!seed || readDemo(settings.dataFolder)) return;
  limit(false);
  const accounts = await progress.step('demo data', () =>
    seed({ siteUrl: gateway.origin, env: workers.environment, clock, log: progress.note }),
  );
  // Runs the daily jobs of the past weeks: each looks back on one week.
  for (const weeksAgo of settings.demo ? [4, 3, 2, 1, 0] : []) {
    await clock.set(-weeksAgo * weekSeconds);
    await runSchedules(plan.schedules, { clock, invoke: workers.invoke });
  }
  limit(settings.limits);
  writeDemo(settings.dataFolder, accounts);
}
