import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { writeAtomically } from '../emulators/atomic-file.ts';

const Account = z.object({ email: z.string(), password: z.string() });
const DemoAccounts = z.object({
  admin: Account,
  secondFactors: z.array(z.object({ email: z.string(), key: z.string() })),
  members: z.array(
    z.extend(Account, { userId: z.string(), firstName: z.string(), status: z.string(), note: z.string() }),
  ),
});

/** Demo accounts with passwords: printed at the start and read by tests at `/__local/demo`. */
export type DemoAccounts = z.infer<typeof DemoAccounts>;

/** The seed's access: the running site, without rate limits. */
export interface SeedContext {
  readonly siteUrl: string;
  env: (functionName: string) => Record<string, string>;
  /** Negative while past data is made; 0 again at the end. */
  readonly clock: Clock;
  log: (line: string) => void;
}

export type Seed = (context: SeedContext) => Promise<DemoAccounts>;

const fileIn = (dataFolder: string) => join(dataFolder, 'demo.json');

export function readDemo(dataFolder: string): DemoAccounts | undefined {
  const file = fileIn(dataFolder);
  return existsSync(file) ? z.parse(DemoAccounts, JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

export function writeDemo(dataFolder: string, accounts: DemoAccounts): void {
  writeAtomically(fileIn(dataFolder), JSON.stringify(accounts, null, 2));
}
