import { resolve } from 'node:path';

export type LocalSettings = {
  /** 0, used by tests, means a free port. */
  readonly port: number;
  /** Everything that survives a restart; deleting it is a reset. */
  readonly dataFolder: string;
  /** Rate limits of functions and the throttle of the API are active. */
  readonly limits: boolean;
  /** An instance of a function takes one call at a time, as on AWS. */
  readonly oneCallEach: boolean;
  /** An empty product is filled with demo data; otherwise it has an administrator and nothing else. */
  readonly demo: boolean;
  /** Vite with hot reload, functions built again at each change. */
  readonly dev: boolean;
};

/** `PORT` (4000), `DATA_DIR` (`.local`), `LIMITS=off`, `INSTANCES=lambda`, `DEMO=off`, and the flag `--dev`. */
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
  };
}
