import type { Actor } from '#functions/actor.ts';
import { answer } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { DeliveryState, deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { toOffer } from '#shared/deliveries/offer-rules.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { isInHand } from '#shared/deliveries/rules.ts';
import { numberSentence, readTrackingNumber } from '#shared/deliveries/tracking-number.ts';
import { trackingNumber } from '#shared/parcels/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { meOf, otherOfCard, toldSituation } from './around.ts';
import { deliveryRowRepository } from './rows.ts';
import { statisticsOf } from './statistics.ts';
import { stateCounters } from './tallies.ts';

type ListName = 'myDeliveries' | 'myRequests' | 'findDelivery' | 'myStatistics';

/** The lists of a member. Each answer is one query of rows that contain all that it shows, and counters (rule 100). */
export function deliveryListHandlers({ table, now }: Deps): Pick<Handlers<typeof deliveryRoutes>, ListName> {
  const rows = deliveryRowRepository(table);
  const profiles = profileRepository(table);

  const toListed = (actor: Actor, row: DeliveryRowRecord): ListedDelivery => {
    const { offer, assignedAt = '', tie, partner } = row;
    const around = {
      me: meOf(actor, now()),
      // No block changes anything about a delivery that the two have in hand (rule 183).
      other: otherOfCard(partner, isInHand(row) ? undefined : tie),
      offer: offer && toOffer(offer),
    };
    const situation = toldSituation(row, actor.id, around, now());
    return {
      ...row,
      assignedAt: offer?.at ?? assignedAt,
      ...(offer ? { offerId: offer.id } : {}),
      trackingNumber: trackingNumber(row.id),
      // Half an agreement of the two has a row with an end of its own.
      situation: offer ? { ...situation, until: offer.until } : situation,
    };
  };

  return {
    myDeliveries: async ({ actor, query }) => {
      const [{ items, ...rest }, stats] = await Promise.all([
        rows.carriedBy(actor.id, query.state, query.cursor),
        profiles.stats(actor.id),
      ]);
      const counts = Object.fromEntries(
        Object.entries(stateCounters).map(([state, counter]) => [state, stats[counter]]),
      ) as Record<DeliveryState, number>;
      // The counters change a moment after an act. When all rows are on this page, the page counts them itself.
      if (query.state && !query.cursor && !rest.next) counts[query.state] = items.length;
      return answer({ items: items.map((row) => toListed(actor, row)), counts, ...rest });
    },

    myRequests: async ({ actor, query }) => {
      const { items, ...rest } = await rows.requestsOf(actor.id, query.direction, query.cursor);
      // An offer that has run out is over, also before its rows are removed.
      const open = items.filter(({ offer }) => !offer || Date.parse(offer.until) > now());
      return answer({ items: open.map((row) => toListed(actor, row)), ...rest });
    },

    findDelivery: async ({ actor, params }) => {
      const number = readTrackingNumber(params.number);
      if (!number) throw new Refusal('INVALID', undefined, { fields: { number: numberSentence } });
      const found = await rows.byNumber(actor.id, number);
      if (!found) throw new Refusal('NOT_FOUND', notMine);
      return answer(found);
    },

    myStatistics: async ({ actor, query }) => answer(await statisticsOf(table, actor.id, query.period, now())),
  };
}

const notMine = {
  title: 'Colis non trouvé',
  detail: "Aucune de vos livraisons n'a ce numéro de suivi. Vérifiez les 8 caractères.",
};
