import { answer } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import type { AdminLogRecord, adminRoutes, LogTarget } from '#shared/admin/contract.ts';
import { queueNames } from '#shared/admin/queues.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { administratorHandlers } from './administrators/handlers.ts';
import { advertisementHandlers } from './advertisements.ts';
import { bankHandlers } from './banks.ts';
import { deletionHandlers } from './deletions.ts';
import type { AdminDeps } from './judged.ts';
import { adminListingHandlers } from './listings.ts';
import { readLogLines } from './lists/log-lines.ts';
import { queueRepository } from './lists/queues.ts';
import { readStatistics } from './lists/statistics.ts';
import { adminNameHandlers } from './names.ts';
import { adminParcelHandlers } from './parcels.ts';
import { adminProfileHandlers } from './profiles.ts';
import { adminReceiptHandlers } from './receipts.ts';
import { adminReportHandlers } from './reports/handlers.ts';

/** Name in the log of an administrator whose account is deleted. */
const formerAdministrator = 'Ancien administrateur';

const targetsOf = (type: LogTarget, lines: readonly AdminLogRecord[]) =>
  lines.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId);

/** The panel: one file for each thing that administrators decide about. */
export function adminHandlers(deps: AdminDeps): Handlers<typeof adminRoutes> {
  const { table, now } = deps;
  return {
    adminStatistics: async () => answer(await readStatistics(table)),

    adminQueues: async () => {
      const repository = queueRepository(table);
      const waiting = await Promise.all(
        queueNames.map(async (queue) => [queue, await repository.oldest(queue)] as const),
      );
      return answer({ oldest: Object.fromEntries(waiting.filter(([, since]) => since !== undefined)) });
    },

    adminLogs: async ({ actor, query }) => {
      const { items: lines, ...rest } = await readLogLines(table, now(), query, query.cursor);
      const hidden = await reportRepository(table).closedTo(actor, targetsOf('report', lines));
      const items = lines.filter(({ targetId }) => !hidden.has(targetId));
      const people = await profileRepository(table).people(items.map((line) => line.admin.id));
      const nameIn = (id: string) => {
        const profile = people.get(id)?.profile;
        return profile ? nameOf(profile) : formerAdministrator;
      };
      return answer({
        items: items.map((line) => ({ ...line, admin: { id: line.admin.id, name: nameIn(line.admin.id) } })),
        ...rest,
      });
    },

    ...adminProfileHandlers(deps),
    ...adminNameHandlers(deps),
    ...adminListingHandlers(deps),
    ...adminParcelHandlers(deps),
    ...adminReportHandlers(deps),
    ...adminReceiptHandlers(deps),
    ...deletionHandlers(deps),
    ...advertisementHandlers(deps),
    ...bankHandlers(deps),
    ...administratorHandlers(deps),
  };
}
