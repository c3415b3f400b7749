import type { Person } from './accounts.ts';
import { parcel, trip } from './listings.ts';
import type { Caller } from './site-client.ts';

const parcelCount = 60;
const tripCount = 40;

interface Round {
  readonly people: readonly Person[];
  readonly admin: Caller;
  readonly now: number;
  /** The listings are published in equal shares; some of the last round wait for their approval. */
  readonly round: number;
  readonly rounds: number;
}

const shareOf = (count: number, { round, rounds }: Round) =>
  Array.from({ length: count / rounds }, (_, index) => round * (count / rounds) + index);

const owner = (people: readonly Person[], index: number): Person => people[index % people.length] as Person;

/** Members publish this round's share of the parcels, and the administrator decides. */
export async function publishParcels(round: Round): Promise<void> {
  const { people, admin, now } = round;
  const isLast = round.round === round.rounds - 1;
  await inTurns(shareOf(parcelCount, round), async (index) => {
    const { id: parcelId } = await owner(people, index).caller.ok('publishParcel', { body: parcel(index, now) });
    const call = { params: { parcelId }, version: 1 };
    if (isLast && index % 3 === 0) return;
    if (index % 29 === 28)
      await admin.ok('rejectParcel', { ...call, body: { reason: 'Décrivez précisément le contenu du colis.' } });
    else await admin.ok('approveParcel', call);
  });
}

/** Members publish this round's share of the trips, and the administrator decides. Returns the approved ones. */
export async function publishTrips(round: Round): Promise<string[]> {
  const { people, admin, now } = round;
  const isLast = round.round === round.rounds - 1;
  const approved: string[] = [];
  await inTurns(shareOf(tripCount, round), async (index) => {
    const body = trip(index, now, 3 + ((index * 4) % 30));
    const { id: tripId } = await owner(people, index + 1).caller.ok('publishTrip', { body });
    const call = { params: { tripId }, version: 1 };
    if (isLast && index % 3 === 1) return;
    if (index % 19 === 18)
      await admin.ok('rejectTrip', { ...call, body: { reason: 'La date du trajet est incohérente.' } });
    else {
      await admin.ok('approveTrip', call);
      approved.push(tripId);
    }
  });
  return approved;
}

/** A few at a time: fast, with a stable order of owners. */
async function inTurns<T>(list: readonly T[], act: (one: T) => Promise<void>, together = 4): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
    }),
  );
}
