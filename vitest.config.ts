import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { brokenSource, isBreaking } from './test/chorus/breaks.ts';

// Neither the zone of Algiers nor the one of functions (UTC), so that a moment or a day in the wrong one is seen.
process.env['TZ'] = 'America/Montreal';

const tests = (...folders: string[]) => folders.flatMap((folder) => [`${folder}/**/*.test.ts`]);

/** Files of the night run under `npm run prove`, and when they are asked for by name (rule 211). */
const isNight = process.env['NIGHT'] === 'on' || process.argv.some((argument) => argument.includes('.night.'));
const ofTheNight = isNight ? [] : ['**/*.night.test.ts'];

// Handlers log a line for each request: silent here, so that a failure stands out.
const quiet = { env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' } };

/** The database of all tests that need one. */
const engine = 'test/support/run/dynamodb.ts';

/** What a file has made in the database goes with it. */
const dropTables = 'test/support/run/drop-tables.ts';

/**
 * Files that run in one worker share their modules: loading ours and the SDK for each anew is a third of the work on
 * data. Therefore what a file changes for all goes with it, too.
 */
const shared = { isolate: false, restoreMocks: true, setupFiles: ['test/support/run/restore-environment.ts'] };

/** One runner, one project for each kind of test (`docs/conventions.md`, Tests). */
export default defineConfig({
  test: {
    // A thread for each file: rules and handlers need a quarter less of the processor than with a process for each.
    pool: 'threads',
    // A source that was broken for the chorus is not kept for the next run.
    fsModuleCache: !isBreaking,
    // Three on two cores: tests wait for the database and for timers, and by default a core would idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Of the whole run: it sets what every worker inherits.
    globalSetup: ['test/support/run/temporary-folder.ts'],
    reporters: [
      'default',
      './test/support/run/end-engine.ts',
      ...(process.env.CI ? ['./test/support/run/plain-reporter.ts'] : []),
    ],
    projects: [
      {
        test: {
          ...quiet,
          ...shared,
          name: 'unit',
          testTimeout: 30_000,
          include: [...tests('shared', 'functions'), 'test/*.test.ts'],
          exclude: ['**/*.data.test.ts', '**/node_modules/**', ...ofTheNight],
        },
      },
      {
        plugins: [react({ jsxImportSource: '#jsx' })],
        test: {
          name: 'web',
          environment: 'jsdom',
          // One jsdom for each worker, whose files share its modules: a quarter less work than a context for each.
          isolate: false,
          // In a turn of their own, because they wait for timers more than others: with three, half a core idles.
          maxWorkers: Math.ceil(availableParallelism() * 2.5),
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/run/held-texts.ts', 'test/support/run/web-setup.ts'],
        },
      },
      {
        // Tables are in memory, faster than DynamoDB Local, on which the same files run by night (decision 070).
        test: {
          ...quiet,
          ...shared,
          name: 'data',
          provide: { dataEngine: process.env['DATA_ENGINE'] === 'dynamodb' ? 'dynamodb' : 'memory' },
          expect: { poll: { timeout: 20_000 } },
          include: ['functions/**/*.data.test.ts', 'test/data/**/*.test.ts'],
          exclude: ofTheNight,
          setupFiles: [...shared.setupFiles, dropTables],
          globalSetup: [engine],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The short forms of the reliability suites; `npm run prove` runs them in full (docs/reliability.md).
        test: {
          ...quiet,
          ...shared,
          name: 'prove',
          include: tests('test/prove'),
          setupFiles: [...shared.setupFiles, dropTables],
          globalSetup: [engine],
          testTimeout: 8 * 3_600_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Random lives before all places that show a parcel (decision 064), with the table in memory.
        plugins: [
          { name: 'break', enforce: 'pre', transform: (source, id) => brokenSource(source, id) },
          react({ jsxImportSource: '#jsx' }),
        ],
        test: {
          ...quiet,
          name: 'chorus',
          environment: 'jsdom',
          testTimeout: 8 * 3_600_000,
          include: ['test/chorus/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/run/web-setup.ts'],
        },
      },
      {
        // The whole site in jsdom before the real functions on DynamoDB Local: what people read when something goes
        // wrong.
        plugins: [react({ jsxImportSource: '#jsx' })],
        test: {
          ...quiet,
          name: 'screens',
          environment: 'jsdom',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          include: ['test/screens/**/*.test.tsx'],
          setupFiles: ['test/support/run/held-texts.ts', 'test/support/run/web-setup.ts', dropTables],
          globalSetup: [engine],
        },
      },
      {
        test: {
          ...quiet,
          ...shared,
          name: 'infra',
          include: tests('infra', 'test/infra'),
          exclude: ['**/node_modules/**', ...ofTheNight],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Journeys and browser tests share one running local stack, started once.
        test: {
          ...quiet,
          ...shared,
          name: 'journeys',
          include: tests('test/journeys', 'test/e2e'),
          exclude: ofTheNight,
          globalSetup: ['test/support/local-stack.ts'],
          setupFiles: [...shared.setupFiles, 'test/support/run/stack-ready.ts'],
          // Side by side, in a turn of their own: each makes its own people at the one product, and two files left a fifth
          // of two cores idle.
          maxWorkers: 3,
          // On a machine that does other work, a browser may miss a limit of time.
          retry: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 400_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
