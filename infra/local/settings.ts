import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';
import { isDay } from '#shared/values/time.ts';

const TableAddress = z.object({ endpoint: z.string(), region: z.string(), name: z.string() });
type TableAddress = z.infer<typeof TableAddress>;

const fileIn = (dataFolder: string) => join(dataFolder, 'table.json');

export const writeLocalTable = (dataFolder: string, address: TableAddress): void =>
  writeAtomically(fileIn(dataFolder), JSON.stringify(address));

export function localTable(dataFolder: string): TableAddress {
  try {
    return TableAddress.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
  } catch {
    throw new Error(`No product runs with its data in ${dataFolder}: start it with npm start.`);
  }
}

export interface LocalSettings {
  /** 0, used by tests, means a free port. */
  readonly port: number;
  /** Everything that survives a restart; deleting it is a reset. */
  readonly dataFolder: string;
  readonly limits: boolean;
  readonly oneCallEach: boolean;
  /** An empty product is filled with demo data; otherwise it has an administrator and nothing else. */
  readonly demo: boolean;
  readonly dev: boolean;
  readonly waits: Waits;
  /** The day from which a subscription is needed, when the demo data are there (rule 197). */
  readonly subscriptionFrom: string | undefined;
}

interface Waits {
  /** Maximum seconds that a failed message stays hidden; by default the queue's own time. */
  readonly visibility: number;
  /** Seconds until a failed asynchronous call is tried again at most; otherwise as long as in Lambda. */
  readonly retry: number;
  /** Milliseconds between the answer of `$connect` and the open socket. */
  readonly handshake: number;
  /** Seconds between two looks for rows whose time to live is over. */
  readonly expiry: number;
}

/**
 * `PORT` (4000), `DATA_DIR` (`.local`), `LIMITS=off`, `INSTANCES=lambda`, `DEMO=off`, `LOCAL_VISIBILITY`,
 * `LOCAL_RETRY`, `LOCAL_HANDSHAKE`, `LOCAL_EXPIRY`, `SUBSCRIPTION_FROM`, and the flag `--dev`.
 */
export function readLocalSettings(env: NodeJS.ProcessEnv, flags: readonly string[]): LocalSettings {
  const port = Number(env['PORT'] ?? 4000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT=${env['PORT']} is not a port: choose a number from 1 to 65535.`);
  return {
    port,
    dataFolder: resolve(env['DATA_DIR'] ?? '.local'),
    limits: env['LIMITS'] !== 'off',
    oneCallEach: env['INSTANCES'] === 'lambda',
    demo: env['DEMO'] !== 'off',
    dev: flags.includes('--dev'),
    waits: {
      visibility: wait(env, 'LOCAL_VISIBILITY', Number.POSITIVE_INFINITY),
      retry: wait(env, 'LOCAL_RETRY', Number.POSITIVE_INFINITY),
      handshake: wait(env, 'LOCAL_HANDSHAKE', 5),
      expiry: wait(env, 'LOCAL_EXPIRY', 600),
    },
    subscriptionFrom: day(env, 'SUBSCRIPTION_FROM'),
  };
}

function day(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const given = env[name];
  if (!given || isDay(given)) return given || undefined;
  throw new Error(`${name}=${given} is no day: write it as 2027-03-01.`);
}

function wait(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const given = env[name];
  if (!given) return usual;
  const value = Number(given);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${name}=${given} is no time: choose a number from 0.`);
}
