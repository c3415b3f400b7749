import type { Message } from '#shared/messaging/contract.ts';
import type { NewReport } from '#shared/reports/contract.ts';
import { reportsApi } from '#web/features/reports/api.ts';
import type { CallOptions } from '#web/lib/api/api.ts';

export interface Reportable {
  readonly kind: 'parcel' | 'trip' | 'member' | 'review' | 'message';
  readonly id: string;
  readonly accused: { readonly id: string; readonly firstName: string };
  /** The conversation of a message: its parcel, and the messages to choose from, oldest first. */
  readonly parcelId?: string | undefined;
  readonly messages?: readonly Message[];
  /** The message that was pressed; without it, its reporter chooses one. */
  readonly seq?: number;
  readonly isInHand?: boolean | undefined;
}

export const titles: Readonly<Record<Reportable['kind'], string>> = {
  parcel: 'Signaler cette annonce',
  trip: 'Signaler cette annonce',
  member: 'Signaler ce membre',
  review: 'Signaler cet avis',
  message: 'Signaler un message',
};

export function sendReport({ kind, id, parcelId }: Reportable, body: NewReport, seq: number, options: CallOptions) {
  switch (kind) {
    case 'parcel':
      return reportsApi.reportParcel({ params: { parcelId: id }, body }, options);
    case 'trip':
      return reportsApi.reportTrip({ params: { tripId: id }, body }, options);
    case 'member':
      return reportsApi.reportMember({ params: { userId: id }, body }, options);
    case 'review':
      return reportsApi.reportReview({ params: { reviewId: id }, body }, options);
    case 'message':
      return reportsApi.reportMessage(
        { params: { userId: id }, body: { ...body, seq, ...(parcelId ? { parcelId } : {}) } },
        options,
      );
  }
}
