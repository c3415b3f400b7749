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
  );

/** docs/scale.md, sorted by what breaks first. */
export function scalePage(): string {
  const sorted = growths.toSorted((one, other) => membersAt(one) - membersAt(other));
  return `# What breaks first as it grows

What grows with the members, in the busiest minute, beside the amount that the product takes as it is. Written by \`npm run simulate\` from a model (\`test/infra/scale\`); a test compares. Beyond a limit stands in bold. The last column is the number of active members that reach it. Costs stand in [costs.md](costs.md).

${row('', ...levels.map((members) => members.toLocaleString('en')), 'at most', 'members')}
${row('---', ...levels.map(() => '---:'), '---:', '---:')}
${sorted.map(line).join('\n')}

## What to do before

| What | Whose limit | Then |
| --- | --- | --- |
${sorted.map(({ what, from, remedy }) => row(what, from, remedy)).join('\n')}

## What the model assumes

An active member does in a month what [costs.md](costs.md) says (${member.acts} acts, ${member.openMinutes} minutes with a page open, ${member.mails} mails), publishes ${habits.listings} listing that is found for ${habits.listedDays} days and changes ${habits.changesOfListing} times, and signs in ${habits.signIns} times. The busiest minute is ${habits.peak} times the mean. ${habits.largerKind * 100} % of the listings are of one kind. These are guesses.

Of the units, the budgets of searches and lists are measured ([benchmarks.md](benchmarks.md)), and the ${units.snapshotListing} read units of a listing in a snapshot, which takes ${snapshotUnitsASecond} of them a second; a request of ${units.requestMs} ms, an ended listing of ${units.endedListingMs} ms and the work of the stream's readers (${units.listingEventMs} and ${units.messageEventMs} ms) are estimates for AWS, which nobody has measured there. Limits of AWS are those of a usual account, from memory, to be looked up in Service Quotas before relying on them.

Nothing else grows with the members: threads, inboxes and parcels lie under keys of their own, a page costs the same at any size (decision 013, rule 100), files go to S3 directly, and a partition of ended accounts, logs or queues is read page by page.
`;
}
