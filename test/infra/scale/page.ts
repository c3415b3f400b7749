import { snapshotUnitsASecond } from '#functions/search/index/snapshot.ts';
import { member } from '../costs/model.ts';
import { type Growth, growths, habits, membersAt, units } from './model.ts';

const levels = [1000, 100_000, 10_000_000];
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const amount = (value: number) =>
  value < 10 ? String(Number(value.toPrecision(2))) : Math.round(value).toLocaleString('en');

const line = (growth: Growth) =>
  row(
    growth.what + (growth.unit ? `, ${growth.unit}` : ''),
    ...levels.map((members) => {
      const load = growth.load(members);
      return load > growth.limit ? `**${amount(load)}**` : amount(load);
    }),
    amount(growth.limit),
    membersAt(growth).toLocaleString('en'),
    growth.from,
    growth.remedy,
  );

/** docs/scale.md, sorted by what breaks first. */
export function scalePage(): string {
  const sorted = growths.toSorted((one, other) => membersAt(one) - membersAt(other));
  return `# What breaks first as it grows

Loads that grow with the number of members, in the peak minute, and the limits of the product today. \`npm run simulate\` writes this page from a model (\`test/infra/scale\`), and a test compares it. Values above a limit are bold. « members » is the number of active ones that reach it. For costs see [costs.md](costs.md).

${row('', ...levels.map((members) => members.toLocaleString('en')), 'at most', 'members', 'whose limit', 'what to do before')}
${row('---', ...levels.map(() => '---:'), '---:', '---:', '---', '---')}
${sorted.map(line).join('\n')}

## What the model assumes

A month of an active member is as in [costs.md](costs.md) (${member.acts} acts, ${member.openMinutes} minutes with a page open, ${member.mails} mails). ${habits.morningMails * 100} % of the members get a mail of their alerts at 8:00. The member also publishes ${habits.listings} listing that is found for ${habits.listedDays} days and changes ${habits.changesOfListing} times, and signs in ${habits.signIns} times. The peak minute is ${habits.peak} times the mean. ${habits.largerKind * 100} % of the listings are of one kind. These are guesses.

Some units are measured: the budgets of searches and lists ([benchmarks.md](benchmarks.md)), and the ${units.snapshotListing} read units of a listing in a snapshot. A snapshot takes ${snapshotUnitsASecond} of them a second. Some are estimates, not measured on AWS: a request of ${units.requestMs} ms, an ended listing of ${units.endedListingMs} ms, a due item of ${units.dueItemMs} ms, a push of ${units.pushMs} ms. So is the work of the stream consumers (${units.listingEventMs} and ${units.messageEventMs} ms). AWS limits are those of a typical account, from memory; check Service Quotas before you rely on them.

Nothing else grows with the members. Threads, inboxes and parcels have separate keys. A page costs the same at any size (decision 013, rule 100). Files go to S3 directly. Partitions of deleted accounts, logs or queues are read page by page.
`;
}
