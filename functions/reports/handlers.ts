import { threadRepository } from '#functions/messaging/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import { Refusal } from '#shared/refusal.ts';
import type { reportRoutes } from '#shared/reports/contract.ts';
import { memberLines, messageLines, parcelLines, reviewLines, tripLines } from '#shared/reports/excerpts.ts';
import { messagesBefore } from '#shared/reports/rules.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { thingIn } from './page-thing.ts';
import { reportSender } from './send-report.ts';
import { visitorReportHandlers } from './visitors.ts';

export function reportHandlers(deps: Deps): Handlers<typeof reportRoutes> {
  const send = reportSender(deps);
  const threads = threadRepository(deps.table);

  return {
    ...visitorReportHandlers(deps),

    reportParcel: ({ actor, resource, body }) =>
      send(actor, {
        about: { kind: 'parcel', id: resource.id },
        accusedId: resource.ownerId,
        lines: parcelLines(resource),
        body,
      }),

    reportTrip: ({ actor, resource, body }) =>
      send(actor, {
        about: { kind: 'trip', id: resource.id },
        accusedId: resource.ownerId,
        lines: tripLines(resource),
        body,
      }),

    reportMember: ({ actor, resource, body }) =>
      send(actor, {
        about: { kind: 'member', id: resource.id },
        accusedId: resource.id,
        lines: memberLines(resource),
        body,
      }),

    reportReview: ({ actor, resource, body }) =>
      send(actor, {
        about: { kind: 'review', id: reviewIdOf(resource) },
        accusedId: resource.reviewerId,
        lines: reviewLines(resource),
        version: resource.version,
        body,
      }),

    reportPage: async ({ actor, body: { page, ...body } }) => {
      const thing = await thingIn(deps.table, [page ?? '', body.text], actor.id);
      return send(actor, { about: { kind: 'page', ...(page ? { id: page } : {}) }, lines: [], ...thing, body });
    },

    reportMessage: async ({ actor, params: { userId: otherId }, body: { seq, parcelId, ...body } }) => {
      const topic = { a: actor.id, b: otherId, ...(parcelId ? { parcelId } : {}) };
      const [head, found] = await Promise.all([threads.head(topic), threads.messages(topic, { before: seq + 1 })]);
      // The nightly job erases in parts: some messages up to this number may still be stored.
      const messages = found.filter((message) => message.seq > (head?.erasedUpTo ?? 0)).slice(-messagesBefore - 1);
      const reported = messages.at(-1);
      if (reported?.seq !== seq || reported.senderId !== otherId) throw new Refusal('NOT_FOUND');
      return send(actor, {
        about: { kind: 'message', id: `${threadIdOf(actor.id, otherId, parcelId)}#${seq}` },
        accusedId: otherId,
        lines: messageLines(messages, actor.id),
        body,
      });
    },
  };
}
