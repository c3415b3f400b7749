import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { placeKey } from '#functions/search/index/place-key.ts';
import { Alert, type Side } from '#shared/alerts/contract.ts';
import { alertMissing, endedDays } from '#shared/alerts/rules.ts';
import { dayMs, startOfDay } from '#shared/values/time.ts';
import type { Route } from './news.ts';

export const parseAlert = (item: Item): Alert => Alert.parse(item['record']);

/** A side as the route of a listing has it: by place, by country or as anywhere. */
function sideKey(side: Side | undefined): string {
  if (!side) return '*';
  const { city, countryCode } = side;
  return city === undefined ? countryCode : placeKey({ ...side, city });
}

/** The one of a listing's routes on which the alert waits. */
export const routeOf = (alert: Alert, routes: readonly Route[]): Route | undefined =>
  routes.find(({ from, to }) => from === sideKey(alert.from) && to === sideKey(alert.to));

const expiry = ({ until }: Alert) => (startOfDay(until) + (1 + endedDays) * dayMs) / 1000;

export const alertItem = (memberId: string, alert: Alert) => ({
  ...keys.alert(memberId, alert.id),
  ...(alert.when === 'off'
    ? {}
    : indexes.alertsOn(alert.kind, sideKey(alert.from), sideKey(alert.to), alert.until, `${memberId}#${alert.id}`)),
  kind: 'alert' as const,
  record: alert,
  ttl: expiry(alert),
});

export function alertRepository(table: Table) {
  return {
    /** The member's alerts, newest first; the table may still have some that have expired. */
    async all(memberId: string, now: number): Promise<Alert[]> {
      const { pk, sk } = keys.alert(memberId);
      const query = { ...queryOf({ partition: pk, sort: { beginsWith: sk } }), ConsistentRead: true };
      const alerts: Alert[] = [];
      for await (const item of itemsOf(table, query)) alerts.push(parseAlert(item));
      return alerts.filter((alert) => expiry(alert) * 1000 > now).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    },

    async read(memberId: string, id: string, now: number): Promise<Alert> {
      const item = await table.get(keys.alert(memberId, id), { consistent: true });
      const alert = item && parseAlert(item);
      if (!alert || expiry(alert) * 1000 <= now) throw alertMissing();
      return alert;
    },

    put: (memberId: string, alert: Alert): Write => table.put(alertItem(memberId, alert)),

    change: (memberId: string, alert: Alert): Write => table.put(alertItem(memberId, alert), present, alertMissing),

    remove: (memberId: string, id: string): Write => table.remove(keys.alert(memberId, id)),
  };
}
