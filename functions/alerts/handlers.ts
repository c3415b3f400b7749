import type { Places } from '#functions/listings/places.ts';
import { countryNameAt, placeOf } from '#functions/listings/publishing.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { Alert, alertRoutes, NewAlert, NewSide, Side } from '#shared/alerts/contract.ts';
import { type AlertFacts, addAlert, copiesOf, editAlert } from '#shared/alerts/rules.ts';
import { alertRepository } from './repository.ts';

export interface AlertDeps extends Deps {
  readonly places: Places;
}

export function alertHandlers({ table, places, now, newId }: AlertDeps): Handlers<typeof alertRoutes> {
  const alerts = alertRepository(table);

  async function sideOf({ city, ...side }: NewSide, field: 'from' | 'to'): Promise<Side> {
    if (city !== undefined) return placeOf(places, { ...side, city }, field);
    return { countryCode: side.countryCode, country: countryNameAt(side.countryCode, field) };
  }

  async function factsOf({ from, to, ...facts }: NewAlert): Promise<AlertFacts> {
    const [start, end] = await Promise.all([from && sideOf(from, 'from'), to && sideOf(to, 'to')]);
    return { ...facts, ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) };
  }

  return {
    myAlerts: async ({ actor }) => answer({ items: await alerts.all(actor.id, now()) }),

    addAlert: async ({ actor, body }) => {
      const facts = await factsOf(body);
      const add = async (): Promise<Outcome<Alert>> => {
        const turn = await oneByOne(table, 'alerts', actor.id, now());
        const alert = addAlert(facts, await alerts.all(actor.id, now()), { id: newId(), now: now() });
        return commit(alert, [turn, alerts.put(actor.id, alert)], add);
      };
      return add();
    },

    editAlert: async ({ actor, params, body }) => {
      const facts = await factsOf(body);
      const edit = async (): Promise<Outcome<Alert>> => {
        const turn = await oneByOne(table, 'alerts', actor.id, now());
        const alert = await alerts.read(actor.id, params.alertId, now());
        const edited = editAlert(alert, facts, now());
        const copies = copiesOf(edited, await alerts.all(actor.id, now()));
        return commit(
          edited,
          [turn, alerts.change(actor.id, edited), ...copies.map(({ id }) => alerts.remove(actor.id, id))],
          edit,
        );
      };
      return edit();
    },

    removeAlert: async ({ actor, params }) => commit(undefined, [alerts.remove(actor.id, params.alertId)]),
  };
}
