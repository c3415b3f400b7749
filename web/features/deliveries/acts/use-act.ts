import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { generalSentences, type Sentence } from '#shared/client-refusals.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { type Acknowledged, warningIn } from '#shared/messaging/warnings.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { type ActWords, actWordsOf, type CalledAct } from '#shared/situation/acts.ts';
import type { Acted } from '#web/features/deliveries/acts/acted.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { friendsApi } from '#web/features/friends/use-friendship.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { queryKey, type RowKey, touch } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { toast } from '#web/lib/toast.ts';

type ProblemReport = z.infer<typeof deliveryRoutes.reportProblem.body>;

export interface Given {
  readonly reason?: string;
  readonly tripId?: string | undefined;
  /** The code of a delivery, as typed. */
  readonly code?: string | undefined;
  /** The words of a declaration. */
  readonly note?: string | undefined;
  /** The carrier has opened the parcel: what is in it fits its list, or they do not take it (rule 190). */
  readonly contentsSeen?: true;
  readonly contentsRefused?: true;
  readonly acknowledged?: Acknowledged | undefined;
  /** Its form always gives it. */
  readonly problem?: ProblemReport;
}

/** A call, and what makes it the same one when it is tried again. */
const callOf = <Call extends object, Reply>(
  row: (call: Call, options: CallOptions) => Promise<Reply>,
  call: Call,
): { call: object; send: (options: CallOptions) => Promise<unknown> } => ({
  call,
  send: (options) => row(call, options),
});

const versioned = ({ parcel }: Acted) => ({
  params: { parcelId: parcel.id },
  version: 'version' in parcel ? parcel.version : 0,
});
const withReason = ({ reason }: Given) => (reason ? { reason } : {});
/** The trip as the question shows it, to which alone a yes agrees. */
const readTrip = (trip: TermsTrip | undefined) =>
  trip
    ? {
        travelDate: trip.travelDate,
        ...(trip.transport ? { transport: trip.transport } : {}),
        from: trip.from,
        to: trip.to,
      }
    : {};
const tripOfOffer = ({ offer, terms }: Acted['situation']) =>
  offer?.trip ?? (offer?.isChange && terms.kind !== 'announced' ? terms.trip : undefined);
const offered = ({ parcel, other, situation }: Acted) => ({
  params: { parcelId: parcel.id, userId: other?.id ?? '' },
  offerId: situation.offer?.id ?? '',
});
const endOffer = (about: Acted, given: Given) => {
  const { params, offerId } = offered(about);
  return callOf(deliveriesApi.endOffer, {
    params,
    body: { offerId, ...withReason(given), ...(given.acknowledged ? { acknowledged: given.acknowledged } : {}) },
  });
};

type Calls = Readonly<
  Record<Exclude<CalledAct, 'makeOffer' | 'recordPosition'>, (about: Acted, given: Given) => ReturnType<typeof callOf>>
>;
/** How each act is called; those with a form of their own are called there. */
const calls: Calls = {
  acceptDelivery: (about, { tripId }) =>
    callOf(deliveriesApi.acceptDelivery, { ...versioned(about), body: tripId ? { tripId } : {} }),
  chooseCarrier: (about) => {
    const { terms } = about.situation;
    const body = { carrierId: about.other?.id ?? '', ...readTrip(terms.kind === 'proposed' ? terms.trip : undefined) };
    return callOf(deliveriesApi.chooseCarrier, { ...versioned(about), body });
  },
  releaseCarrier: (about, given) =>
    callOf(deliveriesApi.releaseCarrier, {
      ...versioned(about),
      body: { ...withReason(given), ...(given.contentsRefused ? { contentsRefused: true } : {}) },
    }),
  validatePickup: (about, { contentsSeen }) =>
    callOf(deliveriesApi.validatePickup, { ...versioned(about), body: { contentsSeen: contentsSeen as true } }),
  startDelivery: (about) => callOf(deliveriesApi.startDelivery, versioned(about)),
  setCode: (about) => callOf(deliveriesApi.setCode, { ...versioned(about), body: { on: !about.situation.codeAsked } }),
  validateDelivery: (about, { code }) =>
    callOf(deliveriesApi.validateDelivery, { ...versioned(about), body: code ? { code } : {} }),
  declare: (about, { note }) => callOf(deliveriesApi.declare, { ...versioned(about), body: note ? { note } : {} }),
  returnParcel: (about, { reason = '' }) =>
    callOf(deliveriesApi.returnParcel, { ...versioned(about), body: { reason } }),
  confirmReceipt: (about) => callOf(deliveriesApi.confirmReceipt, versioned(about)),
  confirmReturn: (about) => callOf(deliveriesApi.confirmReturn, versioned(about)),
  reportProblem: (about, { problem }) =>
    callOf(deliveriesApi.reportProblem, { ...versioned(about), body: problem as ProblemReport }),
  settleProblem: (about) => callOf(deliveriesApi.settleProblem, versioned(about)),
  cancelParcel: (about, { reason = '' }) => callOf(parcelsApi.cancelParcel, { ...versioned(about), body: { reason } }),
  pauseParcel: (about) => callOf(parcelsApi.pauseParcel, versioned(about)),
  resumeParcel: (about) => callOf(parcelsApi.resumeParcel, versioned(about)),
  unblock: ({ other }) => callOf(friendsApi.unblockMember, { params: { userId: other?.id ?? '' } }),
  takeOffer: (about, { tripId }) => {
    const { params, offerId } = offered(about);
    const body = { offerId, ...(tripId ? { tripId } : {}), ...readTrip(tripOfOffer(about.situation)) };
    return callOf(deliveriesApi.takeOffer, { params, body });
  },
  declineOffer: endOffer,
  withdrawOffer: endOffer,
};
type PerformedAct = keyof Calls;

/** Another member was faster, and another try cannot succeed. */
export const overtaken: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'NOT_ALLOWED',
  'STATE_CHANGED',
  'ALREADY_ASSIGNED',
  'USE_RETURN',
  'OFFER_OVER',
  'RECIPIENT_UNAVAILABLE',
]);

const changed: readonly RowKey[] = [
  ['parcels', 'myParcels'],
  ['messaging', 'conversation'],
  ['deliveries', 'tracking'],
  ['deliveries', 'proofs'],
  ['deliveries', 'myDeliveries'],
  ['deliveries', 'myRequests'],
  // An agreement takes kilos of a trip, and its end frees them.
  ['trips', 'myTrips'],
  ['trips', 'readTrip'],
  ['friends', 'myBlocks'],
];

/** A reply has the cards that its parcel stores, without ratings. */
function withKnownCards(parcel: Parcel, { owner, carrier }: Parcel): Parcel {
  return {
    ...parcel,
    ...(owner.id === parcel.owner.id ? { owner } : {}),
    ...(carrier && carrier.id === parcel.carrier?.id ? { carrier } : {}),
  };
}

/** Shows the parcel of a reply, where there is one, and reads again the other answers about parcels. */
function show(queries: QueryClient, reply?: unknown): Promise<unknown> {
  const { data: parcel } = Parcel.safeParse(reply);
  if (!parcel) return touch(queries, ['parcels', 'readParcel'], ...changed);
  const key = queryKey('parcels', 'readParcel', { params: { parcelId: parcel.id } });
  queries.setQueryData<Parcel>(key, (known) => (known ? withKnownCards(parcel, known) : parcel));
  inPages<Parcel>(queries, queryKey('parcels', 'myParcels'), (items) =>
    items.map((item) => (item.id === parcel.id ? parcel : item)),
  );
  return touch(queries, ...changed);
}

export function useShown() {
  const queries = useQueryClient();
  return () => show(queries);
}

export interface Acting {
  readonly queries: QueryClient;
  readonly keyOfTry: ReturnType<typeof useIdempotencyKey>;
  readonly own?: Partial<ActWords>;
}

/** The title of a failed act: a refusal by a rule names its cause itself. */
export function titleOfAct(title: string, error: unknown): string {
  const { code, title: own } = asProblem(error);
  const general: Readonly<Partial<Record<typeof code, Sentence>>> = generalSentences;
  return code === 'OFFLINE' || own === general[code]?.title ? failed(title, error).title : own;
}

/**
 * Why an act failed, or the photos before it. Where no other try can succeed the page keeps what it shows until the
 * dialog closes, because it would take the dialog away.
 */
export async function failureOfAct(
  queries: QueryClient,
  act: PerformedAct,
  title: string,
  error: unknown,
  given?: Given,
) {
  const { code, current } = asProblem(error);
  const isPhoto = code === 'PHOTO_REQUIRED';
  const failure = isPhoto
    ? deliveryWords.photoRequired
    : {
        ...failed(title, error),
        wayOut: wayOutOf({ code }),
        warning: warningIn(code),
      };
  const now = Parcel.safeParse(current).data;
  const isPossible = now
    ? now.situation?.acts.some(({ name, reason }) => name === act && !reason)
    : // Another trip may be chosen in the same dialog.
      !overtaken.has(code) && (code !== 'TRIP_UNAVAILABLE' || given?.tripId !== undefined);
  if (!isPossible && !isPhoto) return { ...failure, isFinal: true, onClosed: () => show(queries, current) };
  await show(queries, current);
  return code === 'CODE_WRONG' ? { ...failure, codeProblem: failure.detail } : failure;
}

/** Performs an act and announces it; it rejects with `ActFailed`, which its dialog shows. */
export async function performAct(
  { queries, keyOfTry, own = {} }: Acting,
  act: PerformedAct,
  about: Acted,
  given: Given = {},
): Promise<void> {
  const words = { ...actWordsOf(act, about.situation), ...own };
  const { call, send } = calls[act](about, given);
  const reply = await send({ idempotencyKey: keyOfTry({ act, ...call }) }).catch(async (error: unknown) => {
    throw new ActFailed(await failureOfAct(queries, act, titleOfAct(words.failed, error), error, given));
  });
  toast.success(words.done, words.detail);
  await Promise.all([show(queries, reply), act === 'unblock' ? touch(queries, ['accounts', 'readMe']) : undefined]);
}

export function useAct() {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return (act: PerformedAct, about: Acted, given: Given = {}, own: Partial<ActWords> = {}): Promise<void> =>
    performAct({ queries, keyOfTry, own }, act, about, given);
}
