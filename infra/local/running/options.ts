import type { Clock } from '../clock.ts';
import type { Gateway } from '../edge/gateway.ts';
import type { site } from '../edge/origin.ts';
import type { DynamoDb } from '../emulators/dynamodb.ts';
import type { Progress } from '../progress.ts';
import type { Seed } from '../seed/demo.ts';
import type { LocalSettings } from '../settings.ts';

export interface StackOptions {
  settings: LocalSettings;
  gateway: Gateway;
  progress: Progress;
  env: NodeJS.ProcessEnv;
  pages: Parameters<typeof site>[0]['pages'];
  reset: () => Promise<void>;
  report: (line: string) => void;
  seed?: Seed;
}

export interface Base {
  dynamoDb: string;
  database: DynamoDb | undefined;
  clock: Clock;
  /** The started parts, which end with the product, the last one first. */
  closing: (() => Promise<void> | void)[];
}
