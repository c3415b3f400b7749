import { dollarsOfAMillionActs, type Idle, lines, member, monthly, total } from './model.ts';
import { free, prices, pricesOf } from './prices.ts';

const levels = [0, 1000, 10_000, 100_000, 1_000_000];
const dollars = (amount: number) => (amount < 100 ? amount.toFixed(1) : Math.round(amount).toLocaleString('en'));
const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** docs/costs.md. */
export function costPage(idle: Idle, withAcl: Idle): string {
  const columns = levels.map((members) => monthly(members, idle));
  const wall = total(monthly(0, withAcl)) - total(monthly(0, idle));
  return `# What it costs

Dollars a month, by the number of active members. Written by \`test/infra/costs.test.ts\` (\`npx vitest run --project infra test/infra/costs -u\` writes it again). Resources are counted in the templates, and the cost of an act is measured in [benchmarks.md](benchmarks.md). The rest are the guesses below.

${row('', ...levels.map((members) => (members === 0 ? 'idle' : members.toLocaleString('en'))))}
${row('---', ...levels.map(() => '---:'))}
${lines.map((line) => row(line, ...columns.map((costs) => dollars(costs[line])))).join('\n')}
${row('**together**', ...columns.map((costs) => `**${dollars(total(costs))}**`))}
${row('a member', ...levels.map((members, at) => (members === 0 ? '' : (total(columns[at] as (typeof columns)[0]) / members).toFixed(4))))}

With the web firewall (\`waf\`) ${dollars(wall)} $ more, and ${(prices.webAclRequest * 1e6).toFixed(1)} $ for a million requests.

**Fixed:** ${idle.alarmFigures} figures that alarms read (${free.alarmFigures} are free), ${idle.keys} keys, ${idle.secrets} secrets, ${idle.jobStarts.toLocaleString('en')} starts of jobs, ${idle.polledQueues} queues that Lambda asks. Keys turn once a year, and each of the first two turns of one costs 1 $ a month: after two years ${2 * idle.turningKeys * prices.key} $ more. A zone of Route 53 is ${prices.zone} $ more. **Own figures:** ${idle.ownFigures}, once each slice was called and has failed (${free.ownFigures} are free). **Acts:** ${dollarsOfAMillionActs()} $ for a million of them: requests, functions, logs, table, what the stream sets off. A call is taken as 20 ms; with the 50 ms that [scale.md](scale.md) takes for AWS, where a function waits longer for its database, a million calls cost ${(0.03 * 0.5 * prices.gigabyteSecond * 1e6).toFixed(1)} $ more. **Find pages:** with what snapshots of the search read. **Documents, crawlers:** home, search and routes with listings, as far as no edge answers them. **Cognito:** ${prices.activeMember} $ for each active member beyond ${free.activeMembers.toLocaleString('en')}; from some 15,000 members on it is the largest line.

**An active member in a month** (guesses): ${member.acts} acts in the mix of the benchmark, ${member.mails} mails and ${member.pushes} pushes; ${member.documents} documents, and ${member.crawledDocuments} that crawlers read. ${member.openMinutes} minutes with a page open, ${member.findMinutes} of them on the find page, ${member.megabytesOut} MB from the edge. ${member.fileMegabytes} MB of files and ${member.tableKilobytes} kB of the table stay. A page pings its socket ${60 / member.minutesBetweenPings} times an hour, and each time it is shown, every ${member.minutesBetweenShows} minutes; a ping costs two frames and a call. A member who signs in once is active for Cognito, and almost free otherwise.

Prices are in \`test/infra/costs/prices.ts\`, as remembered on ${pricesOf}, us-east-1; in eu-west-3 most are some tenth higher. Free quantities are left out, but for those above.
`;
}
