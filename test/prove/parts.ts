/** A run of the test runner, or of another command of ours. */
export interface PartStep {
  /** Arguments of vitest. */
  readonly tests?: readonly string[];
  /** A file that Node runs. */
  readonly file?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One part of `npm run prove`: what it shows, and its steps. Steps in `test/prove` tell their own amounts. */
export interface Part {
  readonly shows: string;
  readonly steps: readonly PartStep[];
}

const own = (file: string): PartStep => ({ tests: ['--project', 'prove', `test/prove/${file}`] });
const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' };

/** Every part, in the order of a full run. Suites in other folders run with their full amounts. */
export const parts = {
  invariants: {
    shows: 'the check of the invariants objects to one broken row of each',
    steps: [own('invariants.test.ts')],
  },
  access: {
    shows: 'every role at every row gets what the matrix expects, and each flipped rule is noticed',
    steps: [{ tests: ['--project', 'unit', 'test/access.test.ts'] }, { file: 'test/mutants/main.ts', env: quiet }],
  },
  'sign-up': {
    shows: 'the member who confirms an address has their own password, whatever the pool does at any step',
    steps: [
      {
        tests: ['--project', 'data', 'functions/accounts/confirm-beside-sign-up.data.test.ts'],
        env: { SIGN_UP_ROUNDS: '960' },
      },
    ],
  },
  machine: {
    shows: 'acts × states × actors of a parcel are exactly the table, and six concurrent clients change nothing else',
    steps: [
      { tests: ['--project', 'data', 'functions/deliveries/machine.data.test.ts'] },
      {
        tests: ['--project', 'data', 'functions/deliveries/random-machine.data.test.ts'],
        env: { MACHINE_PARCELS: '2000', MACHINE_STEPS: '50' },
      },
    ],
  },
  data: {
    shows: "what every change shows of data on a table in memory holds on AWS's own engine",
    steps: [{ tests: ['--project', 'data'] }],
  },
  chorus: {
    shows:
      'in random lives all places say the same about a parcel and offer what succeeds, and each broken place is noticed',
    steps: [{ tests: ['--project', 'chorus'] }, { file: 'test/chorus/try-breaks.ts', env: quiet }],
  },
  customs: {
    shows: 'sources of the table of customs that were checked more than a year ago are listed',
    steps: [own('customs.test.ts')],
  },
  races: { shows: 'of many concurrent equal acts exactly one succeeds', steps: [own('races.test.ts')] },
  idempotency: { shows: 'a request sent five times in parallel has one effect', steps: [own('idempotency.test.ts')] },
  faults: { shows: 'every call of AWS may fail', steps: [own('aws-faults.test.ts')] },
  'bad-input': { shows: 'no request is a fault of ours', steps: [own('bad-input.test.ts')] },
  files: {
    shows: 'each file gets the verdict of its kind',
    steps: [{ tests: ['--project', 'unit', 'functions/uploads/sanitize', 'functions/uploads/scanner.test.ts'] }],
  },
  journeys: {
    shows: 'walks that are too long for each change end as they must',
    steps: [{ tests: ['.night.'] }],
  },
  screens: {
    shows:
      'every screen in every state is accessible at every width, with letters of twice the size, translated, in the oldest browsers, and without a network',
    steps: [
      {
        tests: ['--project', 'journeys', 'test/e2e'],
        env: { SCREENS: 'whole' },
      },
    ],
  },
  rotation: {
    shows:
      'secrets are rotated under requests and with credentials that end, and a new pool over the same table knows its members again',
    steps: [
      { tests: ['--project', 'journeys', 'test/journeys/rotation.night.test.ts'] },
      { tests: ['--project', 'infra', 'infra/commands/ended-credentials.test.ts'] },
    ],
  },
  deletion: {
    shows: 'a deletion killed anywhere and begun again leaves nothing of the member, and what is of the others whole',
    steps: [
      {
        tests: ['--project', 'data', 'functions/account-deletion/run.data.test.ts'],
        env: { DELETION_KILLS: '200', DELETION_SIZE: '1000' },
      },
    ],
  },
  restore: {
    shows: 'a lost table and its files come back whole',
    steps: [
      {
        tests: ['--project', 'data', 'test/data/restore-drill.night.test.ts'],
        env: { DRILL_ITEMS: '10000', DRILL_FILES: '500' },
      },
    ],
  },
  search: {
    shows: 'searches of 10,000 listings that change find what a plain filter finds, page by page',
    steps: [{ tests: ['--project', 'unit', 'functions/search/query/search-model.test.ts'] }],
  },
  alerts: {
    shows: 'alerts find what a plain loop over all pairs finds, and those on other routes cost nothing',
    steps: [{ tests: ['--project', 'data', 'functions/alerts'] }],
  },
  kills: {
    shows: 'what is acknowledged outlives kill -9 of the product, of its database and of its functions',
    steps: [{ file: 'test/prove/running/kills.ts', env: quiet }],
  },
  sockets: {
    shows: 'no message is missing or twice where sockets are cut all the time',
    steps: [{ file: 'test/prove/running/sockets.ts', env: quiet }],
  },
  load: {
    shows: 'a hundred requests a second are answered quickly, and memory does not grow',
    steps: [{ file: 'test/prove/running/load.ts', env: quiet }],
  },
  template: {
    shows: 'three packs of rules and our own find nothing in the templates',
    steps: [{ tests: ['--project', 'infra', 'test/infra/nag.test.ts', 'test/infra/rights.test.ts'] }],
  },
} as const satisfies Readonly<Record<string, Part>>;
export type PartName = keyof typeof parts;
