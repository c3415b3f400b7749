import type { Actor } from '#functions/actor.ts';
import { answer } from '#functions/outcome.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { parseStats, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { hasLapsed } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { toOffer } from '#shared/deliveries/offer-rules.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import type { Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { numberSentence, readTrackingNumber } from '#shared/deliveries/tracking-number.ts';
import { trackingNumber } from '#shared/parcels/rules.ts';
import { ratingOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { standingOf } from '#shared/situation/contract.ts';
import { stageOf } from '#shared/situation/situation.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { halfOfRow, meOf, otherOfRow, toldSituation, unpaidAmong } from './around.ts';
import { deliveryRowRepository } from './rows.ts';
import { dayTallies, monthTallies, stateCounters, sumOf } from './tallies.ts';

const periodDays = 30;
const minutesOfDay = 24 * 60;

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/**
 * A member's figures of a period from the projector's counts: two ranges of their own rows and their counters. Months
 * are whole: the last twelve are the current one and the eleven before it. A trip counts when its day is over.
 */
async function statisticsOf(
  table: Table,
  memberId: string,
  period: StatisticsPeriod,
  now: number,
): Promise<Statistics> {
  const today = dayOf(now);
  const month = today.slice(0, 7);
  const isDaily = period === '30d';
  const firstDay = isDaily ? dayOf(now - (periodDays - 1) * dayMs) : `${month}-01`;
  const [days, months, counters] = await Promise.all([
    dayTallies(table, memberId, firstDay, today),
    isDaily ? [] : monthTallies(table, memberId, period === '12m' ? monthsBefore(today, 11) : undefined, month),
    table.get(keys.stats(memberId)),
  ]);
  const counted = isDaily ? days : months;
  const stats = parseStats(counters);
  const rating = ratingOf(stats);
  // This month's trips are counted by day: some of them are still to come.
  const travelled = [...days.filter(({ at }) => at < today), ...months.filter(({ at }) => at < month)];
  const timed = sumOf(counted, 'timed');
  return {
    sender: {
      published: sumOf(counted, 'published'),
      waiting: stats.parcelsWaiting,
      inTransit: stats.parcelsOnWay,
      delivered: sumOf(counted, 'sent'),
      ...(timed > 0 ? { meanDays: Math.round((sumOf(counted, 'minutes') / timed / minutesOfDay) * 10) / 10 } : {}),
    },
    carrier: {
      trips: sumOf(travelled, 'trips'),
      delivered: sumOf(counted, 'carried'),
      grams: sumOf(counted, 'grams'),
      onTime: sumOf(counted, 'onTime'),
      ...(rating === undefined ? {} : { rating }),
      reviewCount: stats.ratingCount,
    },
    steps: counted
      .filter(({ published, sent, carried }) => published + sent + carried > 0)
      .map(({ at, published, sent, carried }) => ({ at, published, sent, carried })),
  };
}

type ListName = 'myDeliveries' | 'myRequests' | 'findDelivery' | 'myStatistics';

/** The lists of a member. Each answer is one query of rows that contain all that it shows, and counters (rule 100). */
export function deliveryListHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, ListName> {
  const { table, now } = deps;
  const rows = deliveryRowRepository(table);
  const profiles = profileRepository(table);

  const toListed = (actor: Actor, row: DeliveryRowRecord, unpaid?: ReadonlySet<string>): ListedDelivery => {
    const { offer, assignedAt = '' } = row;
    const around = {
      me: meOf(actor, now()),
      other: { ...otherOfRow(row), lacksSubscription: unpaid?.has(row.partner.id) },
      offer: offer && toOffer(offer),
      isOffers: offer !== undefined,
    };
    const situation = toldSituation(offer ? row : halfOfRow(actor.id, row), actor.id, around, now());
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
        rows.carriedBy(actor.id, {
          ...query,
          keeps: ({ problem, ...row }) =>
            !query.stage || standingOf({ stage: stageOf(row, now()), problem }) === query.stage,
        }),
        profiles.stats(actor.id),
      ]);
      const counts = Object.fromEntries(
        Object.entries(stateCounters).map(([state, counter]) => [state, stats[counter]]),
      ) as Record<DeliveryState, number>;
      // The counters change a moment after an act. When all rows are on this page, the page counts them itself.
      if (query.state && !query.stage && !query.cursor && !rest.next) counts[query.state] = items.length;
      return answer({ items: items.map((row) => toListed(actor, row)), counts, ...rest });
    },

    myRequests: async ({ actor, query }) => {
      const { items, ...rest } = await rows.requestsOf(actor.id, query.direction, query.cursor);
      // A proposition that has run out is over, also before the job removes it.
      const open = items.filter((row) => (row.offer ? Date.parse(row.offer.until) > now() : !hasLapsed(row, now())));
      const travellers = open.flatMap(({ ownerId, partner }) => (ownerId === actor.id ? [partner.id] : []));
      const unpaid = await unpaidAmong(deps, travellers);
      return answer({ items: open.map((row) => toListed(actor, row, unpaid)), ...rest });
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
