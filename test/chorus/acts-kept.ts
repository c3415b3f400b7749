import type { ParcelRecord } from '#shared/parcels/record.ts';
import { callsOf, meet, type Pressed, pressable } from './acts.ts';
import type { Told, Voice } from './hearing.ts';
import { type Effect, type Life, nameOf, people } from './life.ts';
import { untrue } from './questions.ts';

interface Offers {
  readonly life: Life;
  readonly memberId: string;
  readonly parcel: ParcelRecord;
  /** Of the member about the parcel. */
  readonly voices: readonly Voice[];
  readonly members: readonly string[];
  /** The situations in their answers. */
  readonly told: readonly Told[];
}

/** Acts that a place offers and that fail (2), and acts that would succeed and that no place offers (3). */
export async function unkept({ life, memberId, parcel, voices, members, told }: Offers): Promise<string[]> {
  const { carrierId } = parcel;
  const isOwner = memberId === people.owner;
  const others = isOwner ? people.travellers.filter((id) => members.includes(id) || id === carrierId) : [people.owner];
  const found: string[] = [];
  const refusals = new Map<string, ReadonlyMap<Pressed, string>>();
  for (const other of others) {
    const { refused, effects } = await triedActs(life, memberId, other, parcel.id);
    refusals.set(other, refused);
    const situation = told.find((one) => one.parcelId === parcel.id && one.otherId === other)?.situation;
    for (const [act, effect] of situation ? effects : [])
      if (situation?.acts.some(({ name }) => name === act))
        for (const saying of untrue(act, situation, { otherId: other, before: parcel, effect }))
          found.push(`2: ${nameOf(memberId)}, ${act} with ${nameOf(other)}: ${saying}`);
    const here = voices.filter(({ otherId }) => otherId === undefined || otherId === other);
    const offered = new Set(here.flatMap(({ acts }) => acts.flat()));
    for (const act of pressable)
      if (!refused.has(act) && !offered.has(act) && act !== 'unblock')
        found.push(`3: ${nameOf(memberId)} may ${act} with ${nameOf(other)}, and no place offers it`);
  }
  for (const { place, otherId, acts } of voices)
    for (const alike of acts) {
      const partner = otherId ?? (isOwner ? carrierId : people.owner);
      const tried = partner ? [partner].filter((id) => refusals.has(id)) : others;
      const works = (other: string) => alike.some((act) => act === 'copy' || !refusals.get(other)?.has(act));
      if (tried.length === 0 || tried.some(works)) continue;
      const why = alike.map((act) => refusals.get(tried[0] ?? '')?.get(act as Pressed)).join(' / ');
      found.push(
        `2: ${place} offers ${nameOf(memberId)} ${alike.join(' or ')} with ${tried.map(nameOf).join(', ')}: ${why}`,
      );
    }
  return found;
}

/** The acts that would be refused now, each with its reason, and the effects of the others. */
async function triedActs(life: Life, by: string, other: string, parcelId: string) {
  const refused = new Map<Pressed, string>();
  const effects = new Map<Pressed, Effect>();
  const meeting = await meet(life, by, other, parcelId);
  for (const act of pressable) {
    let outcome: string | Effect = 'nothing to do it with';
    // The last choice of a form names no trip, as its question.
    for (const call of meeting ? callsOf(act, meeting).toReversed() : [])
      if (typeof outcome === 'string') outcome = await life.tried(call, meeting?.parcel as ParcelRecord, other);
    if (typeof outcome === 'string') refused.set(act, outcome);
    else effects.set(act, outcome);
  }
  return { refused, effects };
}
