import { randomUUID } from 'node:crypto';
import { otherOfRow } from '#functions/deliveries/around.ts';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { dueLater, type Settle, stillDue } from '#functions/platform/due.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import { keyOf, type Table, type Write } from '#functions/platform/table.ts';
import { isThere, isToAnswer, tripObstacleOf } from '#shared/deliveries/negotiable.ts';
import type { OfferEnd } from '#shared/deliveries/offer.ts';
import { offeredText } from '#shared/deliveries/offer-words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { findPath, type Side } from '#shared/site/paths.ts';
import type { Place } from '#shared/values/fields.ts';
import { routeText } from '#shared/values/french.ts';
import { type OfferRow, offerRepository, parseOffer, reminderMs } from './repository.ts';

/**
 * The notice of an offer that ends without an answer (rule 124), to its author or to the member who let it run out.
 * `row` is the owner's, whose partner is the traveller.
 */
export function offerOver(
  table: Table,
  row: OfferRow,
  {
    why,
    owner,
    now,
    isAuthor = true,
  }: { why: OfferEnd | 'left' | 'gone'; owner: Named; now: number; isAuthor?: boolean },
): Write {
  const { id, ownerId, partner, offer } = row;
  const isOwner = (offer.by === ownerId) === isAuthor;
  const [reader, other] = isOwner ? [owner, partner] : [partner, owner];
  const data = {
    firstName: reader.firstName,
    otherName: nameOf(other),
    otherId: other.unavailable ? '' : other.id,
    ...(owner.unavailable ? { title: '', route: listedRoute(row), day: row.deadline } : { title: row.title }),
    parcelId: id,
    search: findPath('parcel', { from: inList(row.pickup), to: inList(row.delivery) }),
    why,
    isAuthor: isAuthor ? 'yes' : '',
    isTraveller: isOwner ? '' : 'yes',
    isChange: offer.isChange ? 'yes' : '',
    isStuck: tripObstacleOf(offer) ? 'yes' : '',
  };
  return mail(table, 'offerOver', { memberId: reader.id }, data, { id: randomUUID(), now });
}

type Named = OfferRow['partner'];

/** « de Paris à Alger »; a typed place that is not in the list of places is named by its country. */
const listedRoute = ({ pickup, delivery }: OfferRow) =>
  routeText({ city: inList(pickup).city ?? pickup.country }, { city: inList(delivery).city ?? delivery.country });

const inList = ({ city, countryCode, placeId }: Place): Side =>
  placeId ? { city, countryCode, placeId } : { countryCode };

/**
 * The end of an offer without an answer, after 48 hours, and a reminder six hours before to whom it waits for (rule
 * 214). The owner's row is due.
 */
export const settleOffer: Settle = async (table, item, now) => {
  const row = parseOffer(item);
  const until = Date.parse(row.offer.until);
  const ownerId = memberIn(item);
  const mirror = keys.offer(row.partner.id, row.id, ownerId);
  const other = await table.get(mirror);
  const mirrored = other && parseOffer(other);
  const owner = mirrored?.partner;
  if (until > now) {
    if (until - now > reminderMs) return [dueLater(table, item, until - reminderMs)];
    // An offer that can only be refused needs no reminder, nor does a member who is not there.
    const [reader, author] = row.offer.by === ownerId ? [mirrored, row] : [row, mirrored];
    const readerId = row.offer.by === ownerId ? row.partner.id : ownerId;
    const isLong = until - Date.parse(row.offer.at) > reminderMs;
    const isAnswerable =
      isLong &&
      author &&
      reader &&
      isThere(otherOfRow(author)) &&
      isToAnswer(readerId, reader, reader.offer, otherOfRow(reader));
    return [dueLater(table, item, until), ...(isAnswerable && owner ? [reminder(table, row, owner, now)] : [])];
  }
  const pair = { memberId: ownerId, otherId: row.partner.id, parcelId: row.id };
  await attempt(table, [offerRepository(table).mark(pair, row.offer, 'expired')]);
  return [
    table.remove(keyOf(item), stillDue(item)),
    table.remove(mirror),
    ...(owner ? [true, false].map((isAuthor) => offerOver(table, row, { why: 'expired', owner, now, isAuthor })) : []),
  ];
};

function reminder(table: Table, row: OfferRow, owner: Named, now: number): Write {
  const { id, ownerId, title, partner, offer, terms } = row;
  const [reader, author] = offer.by === ownerId ? [partner, owner] : [owner, partner];
  const data = {
    firstName: reader.firstName,
    otherName: nameOf(author),
    otherId: author.id,
    title,
    parcelId: id,
    offer: offeredText(offer, terms),
    until: offer.until,
    isChange: offer.isChange ? 'yes' : '',
  };
  return mail(table, 'offerReminder', { memberId: reader.id }, data, { id: randomUUID(), now });
}
