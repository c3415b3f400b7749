/**
 * Every Lambda of the product on one page: the impact of its failure, its timeout, and all its rights.
 * Roles and environments are both made from this table (`grants.ts`), so a function knows only what it may use.
 */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';
type IndexName = 'gs1' | 'gs2' | 'gs3';
export type BucketName = 'quarantine' | 'identity' | 'private' | 'media' | 'log';

export const registers = ['ADMINS', 'BANKS'] as const;
type Register = (typeof registers)[number];

interface FileRight {
  readonly bucket: BucketName;
  readonly actions: readonly ('GetObject' | 'PutObject' | 'DeleteObject')[];
  /** Keys of this right, each a prefix and `*`. */
  readonly keys: readonly string[];
  readonly lists?: true;
  /** S3 answers 404 for a missing object; without this right it answers 403. */
  readonly detectsMissing?: true;
}

export interface FunctionNeeds {
  /** One sentence for the operator who gets the alarm: the users who are affected, and the effect. */
  readonly impact: string;
  /** Megabytes, 512 by default. */
  readonly memory?: number;
  /** Seconds, 10 by default. */
  readonly timeout?: number;
  /** Errors that raise the alarm, 1 by default. */
  readonly errorsInFiveMinutes?: number;
  readonly table: readonly TableAction[];
  /** Indexes it may query, none by default. */
  readonly indexes?: readonly IndexName[];
  /** Writes lines of the administrators' log, each with its act. Other functions are denied to write there. */
  readonly writesLog?: true;
  /** The lists of administrators and bank accounts that it writes; to all others it is denied. */
  readonly registers?: readonly Register[];
  readonly files?: readonly FileRight[];
  readonly cognito?: readonly string[];
  readonly secondFactorKey?: true;
  readonly mails?: true;
  /** Asks SES how much it takes, and hides mails in their queue while that is nothing. */
  readonly pacesMails?: true;
  readonly derivesKeys?: true;
  readonly queuesMails?: true;
  readonly queuesNotices?: true;
  readonly notifiesDevices?: true;
  /** Distinguishes the client that proves passwords from those of the site. */
  readonly knowsPasswordClient?: true;
  /** Builds links to the site, or compares an Origin with it. */
  readonly knowsSite?: true;
  readonly pushes?: true;
  /** Members feel it first, so on `prod` its releases are gradual (`slice-function.ts`). */
  readonly isGradual?: true;
}

const read = ['GetItem', 'BatchGetItem', 'Query'] as const;
const write = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;
const readWrite = [...read, ...write] as const;

export const functionTable = {
  accounts: {
    impact: 'Nobody can sign up, confirm an address or reset a password. Pages of signed-in members stay empty.',
    isGradual: true,
    table: readWrite,
    indexes: ['gs1', 'gs2'],
    cognito: [
      'AdminCreateUser',
      'AdminSetUserPassword',
      'AdminInitiateAuth',
      'AdminGetUser',
      'AdminUserGlobalSignOut',
      'AdminUpdateUserAttributes',
      'AdminDeleteUser',
    ],
    mails: true,
    knowsSite: true,
  },
  profiles: {
    impact: 'Members cannot see each other, change their own profile or send documents.',
    table: readWrite,
    indexes: ['gs1', 'gs2'],
  },
  reviews: {
    impact: 'Members cannot read or write reviews.',
    table: readWrite,
    indexes: ['gs1'],
  },
  exports: {
    impact: 'Members cannot ask for an archive of their data or download it.',
    table: readWrite,
    files: [{ bucket: 'private', actions: ['GetObject'], keys: ['exports/*'] }],
  },
  corridors: {
    impact: 'The pages of routes (/colis/…, /trajets/…) and their site map do not answer. Links to routes are missing.',
    table: ['GetItem', 'BatchGetItem'],
    knowsSite: true,
  },
  alerts: {
    impact: 'Members cannot see, add or change their alerts. Existing alerts still work.',
    table: readWrite,
  },
  notices: {
    impact:
      'Members cannot see their notifications or switch on notifications of a device. The link « Ne plus recevoir ces emails » in mails of alerts does not work. Mails still arrive.',
    table: readWrite,
    derivesKeys: true,
  },
  reports: {
    impact: 'Nobody can report a listing, a member, a message or a review, or contest a decision.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    // An objection reads the log of what was decided; a report of danger counts those that wait.
    indexes: ['gs1', 'gs2'],
    derivesKeys: true,
  },
  friends: {
    impact: 'Members cannot see or change their friends and the members whom they block.',
    table: readWrite,
    indexes: ['gs1'],
  },
  uploads: {
    impact: 'Members cannot send files: documents, pictures of parcels, proofs of delivery or of payment.',
    table: readWrite,
    indexes: ['gs1'],
    files: [{ bucket: 'quarantine', actions: ['PutObject'], keys: ['quarantine/*'] }],
  },
  search: {
    impact: 'The find page is empty for everybody.',
    table: read,
  },
  parcels: {
    impact: 'Members cannot publish, open, edit or cancel parcels.',
    table: readWrite,
    indexes: ['gs1'],
    files: [{ bucket: 'private', actions: ['GetObject'], keys: ['parcels/*'] }],
  },
  trips: {
    impact: 'Members cannot publish, open or edit trips.',
    table: readWrite,
    indexes: ['gs1'],
  },
  matching: {
    impact: 'Senders see no travellers for their route, and travellers see no parcels for theirs.',
    table: read,
    indexes: ['gs1'],
  },
  deliveries: {
    impact: 'Parcels cannot change hands: members cannot agree, confirm a pickup or a delivery, or follow a parcel.',
    isGradual: true,
    table: readWrite,
    indexes: ['gs1', 'gs2', 'gs3'],
    files: [{ bucket: 'private', actions: ['GetObject'], keys: ['proofs/*'] }],
    derivesKeys: true,
  },
  messaging: {
    impact: 'Members cannot read or send messages.',
    isGradual: true,
    table: readWrite,
    indexes: ['gs1', 'gs3'],
  },
  admin: {
    impact: 'Administrators cannot decide anything. New profiles, parcels and trips wait.',
    table: readWrite,
    indexes: ['gs1', 'gs2', 'gs3'],
    writesLog: true,
    derivesKeys: true,
    registers: ['ADMINS', 'BANKS'],
    files: [{ bucket: 'private', actions: ['GetObject'], keys: ['parcels/*', 'proofs/*', 'receipts/*'] }],
  },
  'second-factor': {
    impact: 'Administrators cannot enter their second factor, so they cannot open the panel.',
    table: readWrite,
    writesLog: true,
    cognito: ['AdminInitiateAuth'],
    secondFactorKey: true,
  },
  receipts: {
    impact: 'Members cannot send receipts or see what was decided about them.',
    table: readWrite,
    indexes: ['gs1'],
    files: [{ bucket: 'private', actions: ['GetObject'], keys: ['receipts/*'] }],
  },
  'identity-documents': {
    impact: 'Administrators cannot look at identity documents, so no profile can be verified.',
    table: readWrite,
    writesLog: true,
    files: [{ bucket: 'identity', actions: ['GetObject'], keys: ['documents/*', 'photos/*'] }],
  },
  share: {
    impact: 'Shared links to parcels and trips open no page and show no preview.',
    table: ['GetItem'],
    knowsSite: true,
  },
  documents: {
    impact:
      'The home page, the search and the pages of routes open without listings and load them afterwards. Search engines see none.',
    // Rendering takes a whole processor for some milliseconds.
    memory: 1769,
    table: read,
    knowsSite: true,
  },
  site: {
    impact: 'The health check fails, advertisements are missing, and nobody can use the contact form.',
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
  },

  // The two readers of the table's stream (a shard serves no more).
  projector: {
    impact: 'New and changed listings do not appear on the find page. Counters and ratings are not updated.',
    timeout: 30,
    table: readWrite,
    indexes: ['gs1', 'gs2'],
  },
  dispatcher: {
    impact:
      'Only mails with a link for an address or a password leave. Open pages do not show changes. Blocked members stay signed in. New administrators get no rights. The log is not copied.',
    timeout: 60,
    table: readWrite,
    indexes: ['gs1'],
    files: [
      { bucket: 'identity', actions: ['DeleteObject'], keys: ['documents/*', 'photos/*'] },
      { bucket: 'private', actions: ['DeleteObject'], keys: ['parcels/*', 'proofs/*'] },
      { bucket: 'media', actions: ['DeleteObject'], keys: ['media/*'] },
      // The copy of the administrators' log (rule 96).
      { bucket: 'log', actions: ['PutObject'], keys: ['log/*'] },
    ],
    // An invited address becomes an administrator when its account confirms it.
    writesLog: true,
    registers: ['ADMINS'],
    cognito: ['AdminUserGlobalSignOut', 'AdminDeleteUser', 'AdminAddUserToGroup', 'AdminRemoveUserFromGroup'],
    queuesMails: true,
    queuesNotices: true,
    pushes: true,
  },
  mailer: {
    impact: 'Only mails with a link for an address or a password leave. All others wait in their queue.',
    // Five mails at the pace of an account that may send one a second; a slow SES leaves the last of them to the next.
    timeout: 30,
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    mails: true,
    pacesMails: true,
    derivesKeys: true,
    knowsSite: true,
  },
  notifier: {
    impact: 'Members with an alert do not hear of new listings. Devices are not notified.',
    // 2,000 alerts that want a listing take some ten seconds; more of them wait for the next message.
    timeout: 60,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['gs2'],
    derivesKeys: true,
    queuesNotices: true,
    notifiesDevices: true,
  },
  'mail-refusals': {
    impact: 'Members whose address takes no mails are not told, and we go on sending mails to them.',
    timeout: 30,
    table: ['GetItem', 'UpdateItem'],
  },

  socket: {
    impact: 'Open pages have to ask for news, so messages and changes appear late.',
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    knowsSite: true,
  },
  scanner: {
    impact: 'Files of members stay in quarantine: documents, pictures and proofs do not arrive.',
    memory: 1769,
    timeout: 25,
    table: ['UpdateItem'],
    files: [
      { bucket: 'quarantine', actions: ['GetObject', 'DeleteObject'], keys: ['quarantine/*'], detectsMissing: true },
      { bucket: 'identity', actions: ['PutObject'], keys: ['documents/*', 'photos/*'] },
      { bucket: 'private', actions: ['PutObject'], keys: ['parcels/*', 'proofs/*', 'receipts/*'] },
      { bucket: 'media', actions: ['PutObject'], keys: ['media/*'] },
    ],
  },
  'pre-token': {
    impact: 'Nobody can sign in, and sessions end within 15 minutes.',
    isGradual: true,
    // Cognito gives up on a trigger after 5 s.
    timeout: 4,
    table: ['GetItem'],
    knowsPasswordClient: true,
    // It refuses by throwing: the sign-in of an unconfirmed member is no failure.
    errorsInFiveMinutes: 20,
  },
  bootstrap: {
    impact: 'The deploy stops, because the root administrator could not be created.',
    // It waits a minute for new rights, and answers CloudFormation in at most 15 s.
    timeout: 100,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    registers: ['ADMINS'],
    cognito: ['AdminCreateUser', 'AdminGetUser', 'AdminAddUserToGroup', 'AdminSetUserPassword', 'AdminDeleteUser'],
  },
  daily: {
    impact:
      'Expired listings stay visible. Nobody is reminded of a subscription that ends, of the day from which one is needed, or of what administrators leave waiting. Statistics of past trips are not updated. Old data is kept too long. Or a line of the administrators’ log differs from its copy.',
    // The longest there is; the next run goes on with what is left.
    timeout: 900,
    table: readWrite,
    indexes: ['gs1', 'gs2', 'gs3'],
    files: [
      { bucket: 'identity', actions: ['DeleteObject'], keys: ['documents/*', 'photos/*'] },
      { bucket: 'private', actions: ['DeleteObject'], keys: ['parcels/*', 'proofs/*', 'receipts/*', 'exports/*'] },
      { bucket: 'media', actions: ['DeleteObject'], keys: ['media/*'] },
      { bucket: 'log', actions: ['GetObject'], keys: ['log/*'], detectsMissing: true },
    ],
  },
  reminders: {
    impact:
      'Members who are away get no mail about new messages. Offers and agreements do not end when they should, and late parcels stay unnoticed. No alarm rings for receipts that wait too long.',
    timeout: 120,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gs1', 'gs2'],
  },
  exporter: {
    impact: 'Members who asked for an archive of their data do not get it.',
    // A part of an archive is in memory twice: its files, and the ZIP of them.
    memory: 1024,
    timeout: 240,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['gs1', 'gs2', 'gs3'],
    files: [
      { bucket: 'identity', actions: ['GetObject'], keys: ['documents/*', 'photos/*'], detectsMissing: true },
      {
        bucket: 'private',
        actions: ['GetObject'],
        keys: ['parcels/*', 'proofs/*', 'receipts/*'],
        detectsMissing: true,
      },
      { bucket: 'private', actions: ['PutObject'], keys: ['exports/*'] },
      { bucket: 'media', actions: ['GetObject'], keys: ['media/*'], detectsMissing: true },
    ],
  },
  snapshots: {
    impact:
      'Searches for large areas and by date cost more with each changed listing, and become slow after some days.',
    // It reads all listings, at most once a minute.
    memory: 1769,
    timeout: 300,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  'account-deletion': {
    impact:
      'Accounts that should be erased are not, or something was written for one after its end. The log names the member and the step.',
    timeout: 280,
    table: readWrite,
    indexes: ['gs1', 'gs2', 'gs3'],
    registers: ['ADMINS'],
    files: [
      { bucket: 'quarantine', actions: ['DeleteObject'], keys: ['quarantine/*'], lists: true },
      { bucket: 'identity', actions: ['DeleteObject'], keys: ['documents/*', 'photos/*'], lists: true },
      { bucket: 'private', actions: ['DeleteObject'], keys: ['parcels/*', 'proofs/*', 'exports/*'], lists: true },
      { bucket: 'media', actions: ['DeleteObject'], keys: ['media/*'] },
    ],
    cognito: ['AdminGetUser', 'AdminDeleteUser'],
  },
  watch: {
    impact: 'The site does not work for a visitor from outside: a page, the find page or the health check fails.',
    timeout: 30,
    table: [],
    knowsSite: true,
  },
} as const satisfies Record<string, FunctionNeeds>;

export type FunctionName = keyof typeof functionTable;

export const needsOf = (name: FunctionName): FunctionNeeds => functionTable[name];

/** The function that serves a slice of the contract: `identityDocuments` → `identity-documents`. */
export function functionOfSlice(slice: string): FunctionName {
  const name = slice.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!(name in functionTable))
    throw new Error(`The slice ${slice} of the contract has no row in infra/function-table.ts.`);
  return name as FunctionName;
}
