import { collect } from '#functions/exports/collect.ts';
import type { Followed } from '#shared/deliveries/follow.ts';
import type { Outcome } from '#shared/deliveries/problem.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { weightText } from '#shared/parcels/words.ts';
import { stageLabels } from '#shared/situation/words.ts';
import type { Money } from '#shared/values/fields.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { shortDay } from '#shared/values/time.ts';
import type { Voice } from './hearing.ts';
import type { Life } from './life.ts';
import { announcedIn, type Claim, plain, problemWord } from './readings.ts';

/** A parcel in « Mes données », as its member reads the file. */
interface Archived {
  readonly id: string;
  readonly status: string;
  readonly assignedAt?: string;
  readonly returnConfirmedAt?: string;
  readonly problem?: object;
  readonly outcome?: Outcome;
  readonly annulled?: true;
  readonly price?: Money;
  readonly weightGrams: number;
  readonly terms?: Terms;
}

/** The words of the file for a state; before an agreement it has the two words of the listing. */
const archivedStages: Readonly<Record<string, string>> = {
  accepted_for_delivery: stageLabels.proposed,
  carrier_chosen: stageLabels.chosen,
  pickup: stageLabels.agreed,
  in_transit: stageLabels.collected,
  delivery: stageLabels.delivering,
  delivered: stageLabels.delivered,
  cancelled: stageLabels.cancelled,
};

function archivedClaims(
  { status, returnConfirmedAt, problem, outcome, annulled, terms, price, weightGrams }: Archived,
  isOwner: boolean,
): Claim[] {
  const returned = returnConfirmedAt ? stageLabels.returned : stageLabels.returning;
  const state = status === 'returned' ? returned : archivedStages[status];
  const stage = problem ? problemWord : annulled ? stageLabels.undecided : outcome ? stageLabels[outcome] : state;
  const inForce = terms ? terms.price : price;
  return [
    ...(stage ? [{ topic: 'stage', says: stage }] : []),
    ...(terms || isOwner ? [{ topic: 'price', says: plain(inForce ? moneyText(inForce) : priceToAgree) }] : []),
    { topic: 'weight', says: plain(weightText(terms?.grams ?? weightGrams)) },
    ...(terms ? [{ topic: 'day', says: terms.trip ? plain(shortDay(terms.trip.travelDate)) : 'none' }] : []),
  ];
}

/** The claims of a member's archive about parcels that they own or carry now. */
export async function archiveOf(life: Life, memberId: string): Promise<Voice[]> {
  const { texts } = await collect(life.world.table, await life.world.profile(memberId));
  const voice = (parcel: Archived, isOwner: boolean): Voice => ({
    place: 'archive',
    memberId,
    parcelId: parcel.id,
    claims: archivedClaims(parcel, isOwner),
    acts: [],
  });
  const carried = await Promise.all(
    (texts['livraisons.json'] as readonly Archived[]).map(async (parcel) => {
      const { carrierId, assignedAt } = (await life.parcel(parcel.id)) ?? {};
      return carrierId === memberId && assignedAt === parcel.assignedAt ? [voice(parcel, false)] : [];
    }),
  );
  return [...(texts['colis.json'] as readonly Archived[]).map((parcel) => voice(parcel, true)), ...carried.flat()];
}

/** The claims of a parcel's shared page. Its address leads nowhere once the parcel is no longer listed. */
export async function sharedPageOf(life: Life, memberId: string, parcelId: string): Promise<Voice> {
  const { status, body } = await life.world.call('sharedParcel', memberId, { params: { parcelId } });
  const page = document.createElement('div');
  page.innerHTML = String(body['page']);
  for (const hidden of page.querySelectorAll('style, script')) hidden.remove();
  const isShown = status === 200;
  const claims = isShown ? announcedIn(plain(page.textContent)) : [];
  return {
    place: 'shared page',
    memberId,
    parcelId,
    claims: [{ topic: 'in the search', says: isShown ? 'yes' : 'no' }, ...claims],
    acts: [],
  };
}

/** The recipient's page, by the link that the owner has; none while the history of the delivery has no link. */
export async function followedPageOf(life: Life, memberId: string, parcelId: string): Promise<Voice[]> {
  const { body: history } = await life.world.call('tracking', memberId, { params: { parcelId } });
  const link = history['link'];
  if (link === undefined) return [];
  const { body } = await life.world.call('followByLink', '', { body: { link } });
  const { stage, problem } = body as unknown as Followed;
  const claims = [{ topic: 'stage', says: problem ? problemWord : stageLabels[stage] }];
  return [{ place: 'the page of the recipient', memberId, parcelId, claims, acts: [] }];
}
