import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeAtomically } from '../atomic-file.ts';
import { ServiceError } from '../json-protocol.ts';
import { type ClientSettings, checkNewPassword, type PoolSettings } from './settings.ts';
import { passwordMatches, Verifier, verifierOf } from './srp.ts';

/** One sign-in and its refresh tokens, each stored only as a hash. Times are in seconds by default. */
const PoolSession = z.object({
  originJti: z.string(),
  clientId: z.string(),
  authTime: z.number(),
  endsAt: z.number(),
  refreshTokens: z.array(z.object({ hash: z.string(), replacedAtMs: z.optional(z.number()) })),
});

const User = z.object({
  sub: z.string(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(['FORCE_CHANGE_PASSWORD', 'CONFIRMED']),
  enabled: z.boolean(),
  created: z.number(),
  modified: z.number(),
  password: Verifier,
  groups: z.array(z.string()),
  failures: z.object({ count: z.number(), lastMs: z.number(), lockedUntilMs: z.number() }),
  sessions: z.array(PoolSession),
});

const State = z.object({
  /** PKCS 8, PEM. */
  signingKey: z.string(),
  pools: z.record(z.string(), z.object({ users: z.record(z.string(), User) })),
});

export type PoolSession = z.infer<typeof PoolSession>;
export type User = z.infer<typeof User>;
export interface Pool {
  id: string;
  settings: PoolSettings;
  groups: Set<string>;
  users: Record<string, User>;
}
export interface Client {
  id: string;
  pool: Pool;
  settings: ClientSettings;
}

export type Directory = ReturnType<typeof openDirectory>;

/** Users are stored in `file`; pools and clients come from the template at each start. */
export function openDirectory(file: string | undefined, now: () => number) {
  const state = file && existsSync(file) ? State.parse(JSON.parse(readFileSync(file, 'utf8'))) : newState();
  const pools = new Map<string, Pool>();
  const clients = new Map<string, Client>();
  const pool = (id: string): Pool => pools.get(id) ?? missing(`User pool ${id} does not exist.`);
  const save = () => {
    if (file) writeAtomically(file, JSON.stringify(state));
  };
  save();

  return {
    signingKey: state.signingKey,
    now,
    addPool(id: string, settings: PoolSettings) {
      const known = pools.get(id);
      const stored = (state.pools[id] ??= { users: {} });
      if (known) known.settings = settings;
      else pools.set(id, { id, settings, groups: new Set(), users: stored.users });
    },
    addClient: (id: string, poolId: string, settings: ClientSettings) =>
      void clients.set(id, { id, pool: pool(poolId), settings }),
    pool,
    client: (id: string) => clients.get(id) ?? missing(`User pool client ${id} does not exist.`),
    save,
  };
}

/** @param name a sub or an e-mail address, in any case */
export function findUser(pool: Pool, name: string): User | undefined {
  const wanted = name.toLowerCase();
  return (
    pool.users[name] ?? Object.values(pool.users).find(({ attributes }) => attributes.email?.toLowerCase() === wanted)
  );
}

export function userNamed(pool: Pool, name: string): User {
  const user = findUser(pool, name);
  if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
  return user;
}

export function setPassword(pool: Pool, user: User, password: string): void {
  checkNewPassword(pool.settings, password);
  user.password = verifierOf(srpUser(pool, user.sub), password);
  user.failures = { count: 0, lastMs: 0, lockedUntilMs: 0 };
}

export function isPasswordOf(pool: Pool, user: User, password: string): boolean {
  return passwordMatches(srpUser(pool, user.sub), password, user.password);
}

export function srpUser(pool: Pool, sub: string): string {
  return poolName(pool) + sub;
}

export function poolName(pool: Pool): string {
  return pool.id.split('_')[1] ?? '';
}

export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

const freeFailures = 5;
const longestLockMs = 15 * 60_000;

/** @throws ServiceError while too many wrong passwords keep the user out */
export function checkNotLocked(user: User, now: number): void {
  if (now < user.failures.lockedUntilMs) throw new ServiceError('NotAuthorizedException', 'Password attempts exceeded');
}

/**
 * From the fifth wrong password on, each one doubles the wait: 1 s, 2 s, … 15 minutes; after 15 minutes without one the
 * count starts again.
 */
export function countFailure(user: User, now: number): void {
  const { count, lastMs } = user.failures;
  const failures = now - lastMs > longestLockMs ? 1 : count + 1;
  const lock = failures < freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures), longestLockMs);
  user.failures = { count: failures, lastMs: now, lockedUntilMs: now + lock };
}

function newState(): z.infer<typeof State> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), pools: {} };
}

function missing(message: string): never {
  throw new ServiceError('ResourceNotFoundException', message);
}
