import { randomUUID } from 'node:crypto';
import { reportRepository } from '#functions/reports/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { aReportRecord, aReviewRecord } from '#test/support/factories.ts';
import { proven, type Scenes } from './scene.ts';

/** Reports of each kind of thing, and their decision. A second one on the same day is refused. */
export const reportScenes: Scenes = {
  readReported: async () => ({ by: '', request: { body: sampleBodies.readReported } }),
  reportAsVisitor: async () => ({ by: '', request: { body: sampleBodies.reportAsVisitor } }),
  reportParcel: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: {
      params: { parcelId: (await seed.parcel(await seed.member(), { adminStatus: 'approved' })).id },
      body: sampleBodies.reportParcel,
    },
    done: ['LIMIT'],
  }),
  reportTrip: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: {
      params: { tripId: (await seed.trip(await seed.member(), { adminStatus: 'approved' })).id },
      body: sampleBodies.reportTrip,
    },
    done: ['LIMIT'],
  }),
  reportMember: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { params: { userId: (await seed.member()).id }, body: sampleBodies.reportMember },
    done: ['LIMIT'],
  }),
  reportPage: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { body: sampleBodies.reportPage },
    done: ['LIMIT'],
  }),
  reportReview: async ({ seed }) => {
    const pair = { targetId: (await seed.member()).id, reviewerId: (await seed.member()).id };
    await seed.put(reviewItem(aReviewRecord(pair)));
    return {
      by: pair.targetId,
      request: { params: { reviewId: reviewIdOf(pair) }, body: sampleBodies.reportReview },
      done: ['LIMIT'],
    };
  },
  reportMessage: async ({ seed }) => {
    const [from, to] = [await seed.member(), await seed.member()];
    await seed.conversation(from, to);
    return { by: to.id, request: { params: { userId: from.id }, body: sampleBodies.reportMessage }, done: ['LIMIT'] };
  },
  decideReport: async ({ seed, product: { table }, admin }) => {
    const [reporter, accused] = [await seed.member(), await seed.member()];
    const report = aReportRecord({
      id: randomUUID(),
      about: { kind: 'member', id: accused.id },
      reporterId: reporter.id,
      accusedId: accused.id,
      createdAt: seed.at(),
    });
    await table.transact(reportRepository(table).add(report, { lines: [] }));
    return {
      by: admin.id,
      request: proven({ params: { reportId: report.id }, version: 1, body: sampleBodies.decideReport }),
      logged: { action: 'dismissReport', target: report.id },
    };
  },
};
