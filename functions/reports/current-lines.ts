import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reviewRepository } from '#functions/reviews/repository.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { memberLines, parcelLines, reasonLines, reviewLines, tripLines } from '#shared/reports/excerpts.ts';
import { type Decision, decisionOf } from '#shared/reports/objections.ts';
import type { ExcerptLine, Reported } from '#shared/reports/record.ts';

/** The reported thing as it is today; undefined for messages and pages, and once it is deleted. */
export async function currentLines(table: Table, { kind, id = '' }: Reported): Promise<ExcerptLine[] | undefined> {
  switch (kind) {
    case 'parcel': {
      const parcel = await parcelRepository(table).read(id);
      return parcel && [...reasonLines(parcel.rejectionReason), ...parcelLines(parcel)];
    }
    case 'trip': {
      const trip = await tripRepository(table).read(id);
      return trip && [...reasonLines(trip.rejectionReason), ...tripLines(trip)];
    }
    case 'member': {
      const profile = await profileRepository(table).read(id);
      return profile && [...reasonLines(profile.statusReason), ...memberLines(profile)];
    }
    case 'review': {
      const review = await reviewRepository(table).read(id);
      return review && reviewLines(review);
    }
    case 'decision':
      return currentLines(table, decidedThing(id));
    case 'message':
    case 'page':
      return undefined;
  }
}

const things: Readonly<Partial<Record<Decision['kind'], Reported['kind']>>> = {
  profile: 'member',
  parcel: 'parcel',
  trip: 'trip',
  review: 'review',
};

function decidedThing(subject: string): Reported {
  const { kind, id } = decisionOf(subject);
  return { kind: things[kind] ?? 'page', id };
}
