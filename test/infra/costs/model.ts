import { readFileSync } from 'node:fs';
import { contract } from '#shared/contract.ts';
import type { Properties, synthesize } from '../synth.ts';
import { free, prices } from './prices.ts';

/**
 * An active member's month. These are guesses, except the cost of the acts, which is measured (docs/benchmarks.md, «
 * Cost »).
 */
export const member = {
  acts: 200,
  mails: 10,
  /** Minutes with a page open, each with a socket that is pinged every minute and when the page is shown. */
  openMinutes: 120,
  minutesBetweenPings: 1,
  minutesBetweenShows: 10,
  /** Minutes on the find page, which asks twelve times in each. */
  findMinutes: 20,
  /** Megabytes of pages and pictures from the edge; megabytes of files and kilobytes of the table that stay. */
  megabytesOut: 5,
  fileMegabytes: 5,
  tableKilobytes: 60,
  /** Changes of the member's listings that searches follow. */
  listingChanges: 3,
  /** Documents with listings that no edge cache answers: of the member's visits, and of crawlers of all listings. */
  documents: 20,
  crawledDocuments: 100,
  /** Notifications of devices. */
  pushes: 50,
} as const;

/** A start of a job takes 300 ms of its function's memory. */
const jobSeconds = 0.3;
/** Lambda asks each queue for messages by five calls at once, each of which waits for 20 s. */
const pollsOfAQueue = (5 * 30 * 86_400) / 20;
/** Read units of snapshots for one change of a listing: a snapshot reads a thousand listings for each. */
const snapshotUnitsOfAChange = 40;

const pingsInAMinute = 1 / member.minutesBetweenPings + 1 / member.minutesBetweenShows;

/** A ping and its answer are two frames, and a function of 256 MB looks for 20 ms whether the socket is known. */
const dollarsOfAPing = 2 * prices.socketFrame + prices.invocation + 0.25 * 0.02 * prices.gigabyteSecond;

/** A document takes 60 ms of 1,769 MB and reads ten units. */
const dollarsOfADocument =
  prices.request + prices.invocation + 1.769 * 0.06 * prices.gigabyteSecond + 10 * prices.readUnit;

/** A push is three calls of its queue, a read of the device, and 250 ms in which a push service answers. */
const dollarsOfAPush = 3 * prices.queueCall + prices.readUnit + prices.invocation + 0.5 * 0.25 * prices.gigabyteSecond;

/** Dollars for a million acts, as the benchmark measured them. */
export function dollarsOfAMillionActs(): number {
  const [, dollars] =
    /\| a million acts of members \| ([\d.]+) \$/.exec(readFileSync('docs/benchmarks.md', 'utf8')) ?? [];
  if (!dollars) throw new Error('docs/benchmarks.md has no cost of a million acts.');
  return Number(dollars);
}

/** Dollars for one page of the search, of which the edge answers a part. */
function dollarsOfASearch(): number {
  const [, count = '', dollars] =
    /^\| search \| (\d+,\d+) \|(?:[^|]+\|){4} ([\d.]+) \|/m.exec(readFileSync('docs/benchmarks.md', 'utf8')) ?? [];
  if (!dollars) throw new Error('docs/benchmarks.md has no cost of a search.');
  return Number(dollars) / Number(count.replaceAll(',', ''));
}

type Synthesized = ReturnType<typeof synthesize>;

/** Resources that cost even when idle, counted in the templates. */
export function countIdle({ everywhere, functions }: Synthesized) {
  const alarms = everywhere('AWS::CloudWatch::Alarm').map(([, { Properties }]) => figuresOf(Properties));
  const memory = new Map(
    Object.values(functions()).map(({ id, properties }) => [id, Number(properties['MemorySize']) / 1024]),
  );
  const rules = everywhere('AWS::Events::Rule').map(([, { Properties }]) => {
    const [target] = (Properties['Targets'] ?? []) as readonly { Arn?: { 'Fn::GetAtt'?: readonly string[] } }[];
    return { starts: startsOf(Properties), gigabytes: memory.get(target?.Arn?.['Fn::GetAtt']?.[0] ?? '') ?? 0 };
  });
  return {
    alarmFigures: alarms.reduce((sum, count) => sum + count, 0),
    keys: everywhere('AWS::KMS::Key').length,
    turningKeys: everywhere('AWS::KMS::Key').filter(([, { Properties }]) => Properties['EnableKeyRotation']).length,
    polledQueues: everywhere('AWS::Lambda::EventSourceMapping').filter(
      ([, { Properties }]) => Properties['ScalingConfig'],
    ).length,
    secrets: everywhere('AWS::SecretsManager::Secret').length,
    webAclRules: everywhere('AWS::WAFv2::WebACL')
      .flatMap(([, { Properties }]) => Properties['Rules'] ?? [])
      .flat().length,
    jobStarts: rules.reduce((sum, { starts }) => sum + starts, 0),
    jobGigabyteSeconds: rules.reduce((sum, { starts, gigabytes }) => sum + starts * gigabytes * jobSeconds, 0),
    // Each slice sends how long its requests take, and whether one failed; the log filters count by themselves.
    ownFigures: 2 * Object.keys(contract).length + everywhere('AWS::Logs::MetricFilter').length,
  };
}

/** How often a schedule starts in a month. */
function startsOf({ ScheduleExpression }: Properties): number {
  if (typeof ScheduleExpression !== 'string') return 0;
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression) ?? [];
  if (minutes !== undefined) return (30 * 24 * 60) / Number(minutes);
  const [, at = '', from = '0', to = from] = /^cron\(([\d,]+) (\d+)(?:-(\d+))? /.exec(ScheduleExpression) ?? [];
  return 30 * at.split(',').length * (Number(to) - Number(from) + 1);
}

/** An alarm over an expression costs as many as the figures that it reads. */
function figuresOf({ Metrics }: Properties): number {
  const queries = (Metrics ?? []) as readonly Properties[];
  return Math.max(1, queries.filter(({ MetricStat }) => MetricStat).length);
}

export type Idle = ReturnType<typeof countIdle>;
export const lines = [
  'fixed',
  'own figures',
  'acts',
  'sockets',
  'find pages',
  'documents',
  'crawlers',
  'pushes',
  'mails',
  'pages and files',
  'Cognito',
] as const;
type Line = (typeof lines)[number];

/** Dollars a month for so many active members, line by line. */
export function monthly(members: number, idle: Idle): Record<Line, number> {
  const gigabytes = (megabytes: number) => (members * megabytes) / 1000;
  const table = gigabytes(member.tableKilobytes / 1000);
  const jobs = idle.jobStarts * prices.invocation + idle.jobGigabyteSeconds * prices.gigabyteSecond;
  const polls = Math.max(0, idle.polledQueues * pollsOfAQueue - free.queueCalls) * prices.queueCall;
  return {
    fixed:
      Math.max(0, idle.alarmFigures - free.alarmFigures) * prices.alarmFigure +
      idle.keys * prices.key +
      idle.secrets * prices.secret +
      (idle.webAclRules > 0 ? prices.webAcl + idle.webAclRules * prices.webAclRule : 0) +
      jobs +
      polls,
    // A figure that nothing sends costs nothing.
    'own figures': members > 0 ? Math.max(0, idle.ownFigures - free.ownFigures) * prices.ownFigure : 0,
    acts: (members * member.acts * dollarsOfAMillionActs()) / 1e6,
    sockets: members * member.openMinutes * (prices.socketMinute + pingsInAMinute * dollarsOfAPing),
    'find pages':
      members * member.findMinutes * 12 * dollarsOfASearch() +
      members * member.listingChanges * snapshotUnitsOfAChange * prices.readUnit,
    documents: members * member.documents * dollarsOfADocument,
    crawlers: members * member.crawledDocuments * dollarsOfADocument,
    pushes: members * member.pushes * dollarsOfAPush,
    mails: members * member.mails * prices.mail,
    'pages and files':
      gigabytes(member.megabytesOut) * prices.gigabyteOut +
      gigabytes(member.fileMegabytes) * prices.fileGigabyte +
      table * (prices.tableGigabyte + prices.tableCopyGigabyte),
    Cognito: Math.max(0, members - free.activeMembers) * prices.activeMember,
  };
}

export const total = (costs: Record<Line, number>) => Object.values(costs).reduce((sum, dollars) => sum + dollars, 0);
