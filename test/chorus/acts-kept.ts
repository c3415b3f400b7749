import type { ParcelRecord } from '#shared/parcels/record.ts';
import { callsOf, meet, type Pressed, pressable } from './acts.ts';
import type { Voice } from './hearing.ts';
import { type Life, nameOf, people } from './life.ts';

interface Offers {
  readonly life: Life;
  readonly memberId: string;
  readonly parcel: ParcelRecord;
  /** Of the member about the parcel. */
  readonly voices: readonly Voice[];
  readonly members: readonly string[];
}

/** Acts that a place offers and that fail (2), and acts that would succeed and that no place offers (3). */
export async function unkept({ life, memberId, parcel, voices, members }: Offers): Promise<string[]> {
  const { carrierId } = parcel;
  const isOwner = memberId === people.owner;
  const others = isOwner ? people.travellers.filter((id) => members.includes(id) || id === carrierId) : [people.owner];
  const found: string[] = [];
  const refusals = new Map<string, ReadonlyMap<Pressed, string>>();
  for (const other of others) {
    const refused = await refusalsOf(life, memberId, other, parcel.id);
    refusals.set(other, refused);
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

/** The acts that would be refused now, each with its reason. */
async function refusalsOf(life: Life, by: string, other: string, parcelId: string): Promise<Map<Pressed, string>> {
  const refused = new Map<Pressed, string>();
  const meeting = await meet(life, by, other, parcelId);
  for (const act of pressable) {
    let why: string | undefined = 'nothing to do it with';
    for (const call of meeting ? callsOf(act, meeting) : [])
      if (why !== undefined) why = await life.refusalOf(call, meeting?.parcel as ParcelRecord);
    if (why !== undefined) refused.set(act, why);
  }
  return refused;
}
