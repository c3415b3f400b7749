import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reviewRepository } from '#functions/reviews/repository.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { memberLines, parcelLines, reviewLines, tripLines } from '#shared/reports/excerpts.ts';
import type { ExcerptLine, Reported } from '#shared/reports/record.ts';

/** The reported thing as it is today; undefined for messages, pages and decisions, and once it is deleted. */
export async function currentLines(table: Table, { kind, id = '' }: Reported): Promise<ExcerptLine[] | undefined> {
  switch (kind) {
    case 'parcel': {
      const parcel = await parcelRepository(table).read(id);
      return parcel && parcelLines(parcel);
    }
    case 'trip': {
      const trip = await tripRepository(table).read(id);
      return trip && tripLines(trip);
    }
    case 'member': {
      const profile = await profileRepository(table).read(id);
      return profile && memberLines(profile);
    }
    case 'review': {
      const review = await reviewRepository(table).read(id);
      return review && reviewLines(review);
    }
    case 'message':
    case 'page':
    case 'decision':
      return undefined;
  }
}
