import type { Me } from '#shared/accounts/me.ts';
import { hasLapsed } from '#shared/deliveries/agreement.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { stageLabels } from '#shared/situation/words.ts';
import { minuteMs } from '#shared/values/time.ts';
import { unkept } from './acts-kept.ts';
import { archiveOf, followedPageOf, sharedPageOf } from './elsewhere.ts';
import { earsOf, type Heard, type Told, type Voice } from './hearing.ts';
import { type Letter, lettersOf, pushed } from './letters.ts';
import { type Life, nameOf, people } from './life.ts';
import { type Look, type Place, places } from './places.tsx';
import { type Claim, plain } from './readings.ts';

/** Asks all places for these members, and returns every contradiction between them. */
export function chorusOf(life: Life) {
  const { hear, titles } = earsOf(life);

  return async (members: readonly string[], since: string): Promise<string[]> => {
    const letters = await lettersOf(life, since);
    const stored = await Promise.all(life.parcelIds.map((id) => life.parcel(id)));
    const parcels = stored.filter((parcel) => parcel !== undefined);
    for (const { id, title } of parcels) titles.set(title, id);
    const found: string[] = [];
    const all: Awaited<ReturnType<typeof hear>>[] = [];
    for (const memberId of members) {
      const me = (await life.world.call('readMe', memberId)).body as unknown as Me;
      const heard: typeof all = [];
      for (const place of places)
        for (const look of looksOf(place, memberId, members, parcels)) heard.push(await hear(place, look, me));
      all.push(...heard);
      const own = letters.filter((letter) => letter.memberId === memberId);
      const told = await linesOf(
        own,
        heard.flatMap(({ lines }) => lines),
      );
      found.push(...told.missing);
      const voices = [
        ...heard.flatMap((one) => one.voices),
        ...own,
        ...told.voices,
        ...(memberId === people.administrator ? [] : await archiveOf(life, memberId)),
        ...(await Promise.all(parcels.map(({ id }) => sharedPageOf(life, memberId, id)))),
        ...(await Promise.all(parcels.map(({ id }) => followedPageOf(life, memberId, id)))).flat(),
      ];
      found.push(...wrongSent(memberId, parcels, heard));
      const numbers = heard.flatMap((one) => one.numbers.map((number) => [number, 'a page'] as const));
      found.push(...differences(nameOf(memberId), numbers));
      for (const parcel of parcels) {
        const about = voices.filter(({ parcelId }) => parcelId === parcel.id);
        const claims = about.flatMap((voice) => voice.claims.map((claim) => [claim, voice.place] as const));
        const rows = heard.flatMap((one) => one.rows).filter(({ title }) => title === parcel.title);
        found.push(...differences(`${nameOf(memberId)}, « ${parcel.title} »`, claims));
        found.push(...missingRows({ memberId, parcel, own: about, rows, now: life.now() }));
        found.push(...miscounted({ memberId, parcel, own: about, rows, now: life.now() }));
        if (memberId !== people.administrator)
          found.push(
            ...(await unkept({
              life,
              memberId,
              parcel,
              voices: about,
              members,
              told: heard.flatMap((one) => one.told),
            })),
          );
      }
    }
    const voices = all.flatMap((one) => one.voices);
    for (const parcel of parcels) found.push(...betweenParties(parcel, voices));
    const told = all.flatMap((one) => one.told);
    return [...new Set([...found, ...unanswered(told), ...unended(told)])];
  };
}

/** The line of each letter in the notifications, and the push about it, which leads to the line. */
async function linesOf(letters: readonly Letter[], lines: Heard['lines']) {
  const voices: Voice[] = [];
  const missing: string[] = [];
  for (const letter of letters) {
    const { noticeId, memberId, parcelId } = letter;
    if (noticeId === undefined) continue;
    const { voice, opens } = await pushed(letter);
    const line = lines.find(({ id }) => id === opens);
    if (!line) missing.push(`1: the push of ${nameOf(memberId)} leads to no line of the notifications`);
    voices.push(voice, {
      place: 'notices',
      memberId,
      parcelId,
      claims: line ? letter.claimsOf(line.text) : [],
      acts: [],
    });
  }
  return { voices, missing };
}

/** The profile of the owner counts their delivered parcels; one that was deleted stays counted. */
function wrongSent(memberId: string, parcels: readonly ParcelRecord[], heard: readonly Heard[]): string[] {
  const delivered = String(parcels.filter(({ status }) => status === 'delivered').length);
  const says = heard.flatMap(({ sent }) => sent ?? []);
  return says
    .filter((sent) => parcels.length === 2 && sent !== delivered)
    .map((sent) => `1: ${nameOf(memberId)} reads « Colis expédiés : ${sent} », and ${delivered} are delivered`);
}

function looksOf(place: Place, memberId: string, members: readonly string[], parcels: readonly ParcelRecord[]): Look[] {
  const isOwner = memberId === people.owner;
  const isAdministrator = memberId === people.administrator;
  const isFor = (parcel?: ParcelRecord) =>
    (place.isFor ?? (() => !isAdministrator))({ isOwner, isAdministrator, isCarrier: parcel?.carrierId === memberId });
  if (place.of === 'member') return isFor() ? [{ memberId, parcelId: '', otherId: '' }] : [];
  const others =
    place.of === 'parcel' ? [''] : isOwner ? people.travellers.filter((id) => members.includes(id)) : [people.owner];
  return parcels
    .filter((parcel) => isFor(parcel))
    .flatMap(({ id }) => others.map((otherId) => ({ memberId, parcelId: id, otherId })));
}

/** Topics of which two places say different things (1). */
function differences(whose: string, claims: readonly (readonly [Claim, string])[]): string[] {
  return [...Map.groupBy(claims, ([{ topic }]) => topic)].flatMap(([topic, of]) => {
    const words = Map.groupBy(of, ([{ says }]) => says);
    if (words.size < 2) return [];
    const list = [...words].map(
      ([says, by]) => `« ${says} » (${[...new Set(by.map(([, place]) => place))].join(', ')})`,
    );
    return [`1: ${whose}, ${topic}: ${list.join(' and ')}`];
  });
}

interface Rows {
  readonly memberId: string;
  readonly parcel: ParcelRecord;
  readonly own: readonly Voice[];
  readonly rows: Heard['rows'];
  readonly now: number;
}

/** « Demandes » has a row for each open offer and half agreement that the conversations show, and no other. */
function missingRows({ memberId, parcel, own, rows, now }: Rows): string[] {
  return own
    .filter(({ place }) => place === 'conversation')
    .flatMap(({ claims, otherId = '' }) => {
      const said = (topic: string) => claims.find((one) => one.topic === topic)?.says;
      const partner = memberId === parcel.ownerId ? parcel.carrierId : parcel.ownerId;
      const isHalf = [stageLabels.proposed, stageLabels.chosen].includes(said('stage') ?? '') && partner === otherId;
      const isParty = memberId === parcel.ownerId || memberId === parcel.carrierId;
      const open = said(`offer with ${nameOf(otherId)}`) ?? 'none';
      const expected = [
        ...(open === 'none' ? [] : [open]),
        ...(isHalf && isParty && !hasLapsed(parcel, now) ? [plain(priceIn(own))] : []),
      ].toSorted();
      const listed = rows
        .filter(({ otherName }) => otherName === nameOf(otherId))
        .map(({ headline }) => (headline.startsWith('trajet') ? 'trajet' : headline))
        .toSorted();
      if (expected.join() === listed.join()) return [];
      return [
        `1: ${nameOf(memberId)}, « ${parcel.title} », Demandes with ${nameOf(otherId)}: « ${listed.join(', ')} », and the conversation « ${expected.join(', ')} »`,
      ];
    });
}
/** The sentence of a parcel counts the offers that « Demandes » has, of members who are there. */
function miscounted({ memberId, parcel, own, rows }: Rows): string[] {
  const claims = own.flatMap((voice) => voice.claims);
  const says = claims.find(({ topic }) => topic === 'offers received')?.says;
  const listed = rows.filter(({ isReceived, isThere }) => isReceived && isThere).length;
  if (says === undefined || says === String(listed)) return [];
  return [`1: ${nameOf(memberId)}, « ${parcel.title} »: ${says} propositions, and ${listed} in Demandes`];
}
const priceIn = (own: readonly Voice[]) =>
  own.flatMap(({ claims }) => claims).find(({ topic }) => topic === 'price')?.says ?? '';

/** The two parties of a delivery and our team read the same. */
function betweenParties(parcel: ParcelRecord, voices: readonly Voice[]): string[] {
  const parties = [parcel.ownerId, parcel.carrierId, people.administrator];
  const claims = voices
    .filter(({ memberId, parcelId }) => parcelId === parcel.id && parties.includes(memberId))
    .flatMap(({ claims, place, memberId }) =>
      claims
        .filter(({ topic }) => ['stage', 'price', 'weight', 'day', 'in the search'].includes(topic))
        .map((one) => [one, `${nameOf(memberId)}: ${place}`] as const),
    );
  return differences(`« ${parcel.title} »`, claims);
}

/** Acts that take nothing further. */
const besides = new Set([
  'editParcel',
  'pauseParcel',
  'cancelParcel',
  'recordPosition',
  'releaseCarrier',
  'returnParcel',
]);

/** Members who are waited for and can do nothing, without an end (4). */
const unanswered = (told: readonly Told[]): string[] =>
  [...Map.groupBy(told, ({ memberId, parcelId }) => `${memberId} ${parcelId}`).values()].flatMap((of) => {
    // An answer to a problem is waited for until its own end.
    const waiting = of.find(({ situation: { waitsFor, until, problem } }) => waitsFor === 'me' && !until && !problem);
    const isAble = of.some(({ situation: { stage, acts } }) =>
      acts.some(
        ({ name, reason }) =>
          !reason &&
          (stage === 'refused' || stage === 'contentsRefused' || stage === 'returning' || !besides.has(name)),
      ),
    );
    if (!waiting || isAble) return [];
    return [`4: ${nameOf(waiting.memberId)} is waited for (${waiting.situation.stage}), and has no act and no end`];
  });

/** The job is this late at most. */
const settledWithin = 10 * minuteMs;

/** Agreements that are there after the end that members read (4). */
const unended = (told: readonly Told[]): string[] =>
  told.flatMap(({ memberId, situation: { stage, endsAt, at } }) =>
    endsAt && Date.parse(at) - Date.parse(endsAt) > settledWithin
      ? [`4: ${nameOf(memberId)} reads ${stage} after the end of the agreement, ${endsAt}`]
      : [],
  );
