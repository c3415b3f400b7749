import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import { isSamePlace } from '#shared/values/itinerary.ts';
import { shortDay } from '#shared/values/time.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/callout.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { TripValues } from './trip-form.ts';
import type { When } from './trip-state.ts';

/**
 * The deliveries that count on a trip of the member: parcels to collect, those that they have already, halves of an
 * agreement, and open offers. A change that needs more of its kilos is apart.
 */
export function useParcelsOn(tripId: string) {
  const lists = useQueries({
    queries: [
      ...(['to_collect', 'in_transit', 'to_deliver'] as const).map((state) =>
        deliveriesQuery('myDeliveries', { query: { state } }),
      ),
      ...(['received', 'sent'] as const).map((direction) => deliveriesQuery('myRequests', { query: { direction } })),
    ],
  });
  const items = lists.map(({ data }) => data?.items ?? []);
  const [waiting = [], inTransit = [], toDeliver = [], ...requests] = items.map((list) =>
    list.filter((one) => namesTrip(one, tripId)),
  );
  const [offers, halves] = partition(requests.flat(), ({ offerId }) => offerId);
  const taken = [...inTransit, ...toDeliver];
  return {
    waiting,
    taken,
    halves,
    offers,
    heavier: items.flat().filter((one) => isHeavier(one, tripId)),
    // Only lists that were read whole prove that the reason is for none but its author.
    isUnread: lists.every(({ data }) => data && !data.next) && waiting.length + taken.length + halves.length === 0,
    isPartial: lists.some(({ data }) => data?.next),
    isReading: lists.some(({ isLoading }) => isLoading),
    failed: lists.find(({ error }) => error)?.error ?? undefined,
    retry: () => void Promise.all(lists.map((list) => list.refetch())),
  };
}

/** How many propositions with each own trip wait for the member; none is read where the account counts none. */
export function useAskedOn(when: When): (tripId: string) => number {
  const { me } = useSession();
  const received = deliveriesQuery('myRequests', { query: { direction: 'received' } });
  const { data } = useQuery({ ...received, enabled: when === 'upcoming' && (me?.unread.requests ?? 0) > 0 });
  const asked = data?.items.filter(({ situation }) => situation.waitsFor === 'me') ?? [];
  return (tripId) => asked.filter((one) => namesTrip(one, tripId)).length;
}

const partition = (requests: readonly ListedDelivery[], isFirst: (one: ListedDelivery) => unknown) =>
  [requests.filter(isFirst), requests.filter((one) => !isFirst(one))] as const;

/** The trip of an offer, or of an agreement or half of one. */
const namesTrip = ({ offerId, situation: { offer, terms } }: ListedDelivery, tripId: string) =>
  (offerId ? offer : terms)?.trip?.id === tripId;

/** A change of an agreement with the trip that needs more of its kilos; the agreement has taken its own. */
const isHeavier = ({ offerId, situation: { offer, terms } }: ListedDelivery, tripId: string) =>
  Boolean(offerId && offer?.isChange && !offer.trip && terms.trip?.id === tripId && (offer.grams ?? 0) > terms.grams);

type ParcelsOn = ReturnType<typeof useParcelsOn>;

/** The lists are being read, which the act waits for, or were not read, or only their first pages. */
export const ParcelsNotLoaded = ({ of: { isReading, isPartial, failed, retry } }: { of: ParcelsOn }) => (
  <>
    {isReading && (
      <Loading label="Lecture des colis de ce trajet…" onRetry={retry}>
        <Skeleton height="6rem" />
      </Loading>
    )}
    {failed && <LoadFailed title="Impossible de charger les colis de ce trajet." error={failed} onRetry={retry} />}
    {isPartial && (
      <p>
        Vos listes sont longues : d'autres colis ou propositions peuvent compter sur ce trajet. « Mes colis » et «
        Demandes » les montrent tous.
      </p>
    )}
  </>
);

const isPast = (deadline: string, travelDate: string | undefined) => travelDate !== undefined && travelDate > deadline;

/** `travelDate`: the new day, which may be after the last day of some of them. */
export const ParcelTitles = ({ of, travelDate }: Pick<PropositionsProps, 'of' | 'travelDate'>) => (
  <ul>
    {of.map(({ id, title, deadline, offerId }) => (
      <li key={`${id} ${offerId}`}>
        <bdi>{title}</bdi>
        {isPast(deadline, travelDate) && ` : le nouveau jour est après sa date limite (${shortDay(deadline)})`}
      </li>
    ))}
  </ul>
);

interface PropositionsProps {
  of: readonly ListedDelivery[];
  /** More of them may be on the next pages. */
  isPartial?: boolean;
  travelDate?: string | undefined;
  /** Their outcome. */
  children: ReactNode;
}

/** Propositions, and changes of agreements, that ride on the trip. */
export const Propositions = ({ of, isPartial, travelDate, children }: PropositionsProps) =>
  of.length > 0 && (
    <Callout tone="warning" title={`${isPartial ? 'Au moins ' : ''}${countText(of)} avec ce trajet`}>
      <ParcelTitles of={of} travelDate={travelDate} />
      <p>{children}</p>
    </Callout>
  );

const isChange = ({ offerId, situation: { offer } }: ListedDelivery) => Boolean(offerId && offer?.isChange);
const isAgreed = ({ offerId, situation: { terms } }: ListedDelivery) => !offerId && terms.kind === 'agreed';
const counted = (count: number, one: string, many: string) =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

/** « 1 accord, 2 propositions » */
function countText(of: readonly ListedDelivery[]): string {
  const [changes, others] = partition(of, isChange);
  const [agreed, propositions] = partition(others, isAgreed);
  return [
    ...counted(agreed.length, 'accord', 'accords'),
    ...counted(propositions.length, 'proposition', 'propositions'),
    ...counted(changes.length, "changement d'accord", "changements d'accord"),
  ].join(', ');
}

interface EditedParcelsProps {
  trip: Trip;
  values: TripValues;
  /** The question waits while the lists are being read. */
  onReading: (isReading: boolean) => void;
}

/** The question before an edit of a trip names the parcels that move with it, and the propositions that wait for it. */
export function EditedParcels({ trip, values, onReading }: EditedParcelsProps) {
  const parcels = useParcelsOn(trip.id);
  const { isReading, isPartial } = parcels;
  useLayoutEffect(() => {
    onReading(isReading);
    return () => onReading(false);
  }, [isReading, onReading]);
  const counting = [...parcels.waiting, ...parcels.taken];
  const { travelDate, transport, depart, arrival } = values;
  const isElsewhere = !isSamePlace(trip.depart, depart) || !isSamePlace(trip.arrival, arrival);
  const isMoved = trip.travelDate !== travelDate || trip.transport !== transport || isElsewhere;
  const free = freeGrams({ ...trip, maxWeightKg: values.maxWeightKg });
  const [fitting, heavy] = partition([...parcels.halves, ...parcels.offers], (one) => gramsOf(one) <= free);
  // Some had no room before.
  const [nowHeavy, stillHeavy] = partition(heavy, (one) => gramsOf(one) <= freeGrams(trip));
  const [tooHeavy, light] = partition(parcels.heavier, (one) => moreOf(one) > free);
  const nowTooHeavy = tooHeavy.filter((one) => moreOf(one) <= freeGrams(trip));
  const nowLight = light.filter((one) => moreOf(one) > freeGrams(trip));
  const newDay = trip.travelDate === travelDate ? undefined : travelDate;
  const late = [...counting, ...fitting, ...heavy].filter(({ deadline }) => isPast(deadline, newDay));
  const told = isMoved && 'Le changement y est repris, et les expéditeurs sont prévenus. ';
  return (
    <>
      <ParcelsNotLoaded of={parcels} />
      {isMoved && counting.length > 0 && (
        <Callout tone="warning" title="Des colis comptent sur ce trajet">
          <ParcelTitles of={counting} travelDate={newDay} />
          <p>Leurs expéditeurs sont prévenus du changement.</p>
        </Callout>
      )}
      <Propositions of={fitting} isPartial={isPartial} travelDate={newDay}>
        {told}La réponse sera possible après la validation du trajet.
      </Propositions>
      <Propositions of={nowHeavy} isPartial={isPartial} travelDate={newDay}>
        {told}Un oui ne sera plus possible : le trajet n'aura plus assez de place.
      </Propositions>
      {told && (
        <Propositions of={stillHeavy} isPartial={isPartial} travelDate={newDay}>
          {told}Un oui reste impossible : le trajet n'a pas assez de place.
        </Propositions>
      )}
      {late.length > 0 && (
        <p>
          <strong>
            Après la date limite du colis : {isPartial && 'au moins '}
            {countText(late)}.
          </strong>
        </p>
      )}
      <Changes of={nowLight} one="Il pourra de nouveau être accepté" many="Ils pourront de nouveau être acceptés">
        le trajet aura assez de place
      </Changes>
      <Changes of={nowTooHeavy} one="Il ne pourra plus être accepté" many="Ils ne pourront plus être acceptés">
        le trajet n'aura plus assez de place
      </Changes>
    </>
  );
}

/** An offer with this trip needs all kilos of its parcel in it. */
const gramsOf = ({ situation: { offer, terms } }: ListedDelivery) => offer?.grams ?? terms.grams;

/** The kilos that a change needs beside those of its agreement. */
const moreOf = (one: ListedDelivery) => gramsOf(one) - one.situation.terms.grams;

type ChangesProps = Pick<PropositionsProps, 'of' | 'children'> & Record<'one' | 'many', string>;

/** Changes of agreements by their weight, with what becomes of one or many, and why. */
const Changes = ({ of, one, many, children }: ChangesProps) =>
  of.length > 0 && (
    <Callout
      tone="warning"
      title={of.length === 1 ? "1 changement d'accord en attente" : `${of.length} changements d'accord en attente`}
    >
      <ParcelTitles of={of} />
      <p>
        {of.length === 1 ? one : many} : {children}.
      </p>
    </Callout>
  );
