import { Refusal } from '../refusal.ts';
import { fieldsOf } from '../values/itinerary.ts';
import { dayMs, dayOf } from '../values/time.ts';
import type { Alert, NewAlert, Side } from './contract.ts';
import { alertProblems, searchKey } from './search.ts';

/** Alerts of a member, ended ones included (rule 142). */
export const alertLimit = 10;
/** Longest time from the creation, or a prolongation, to the last day. */
export const alertDays = 180;
/** An ended alert can be prolonged for so many days. */
export const endedDays = 30;

export const latestEnd = (now: number): string => dayOf(now + alertDays * dayMs);

/** Its last day is over: it finds nothing more. */
export const isOver = ({ until }: Pick<Alert, 'until'>, now: number): boolean => until < dayOf(now);

export type AlertFacts = Omit<NewAlert, 'from' | 'to'> & { from?: Side; to?: Side };

/** The facts with the last day. Reports at their fields what is wrong now that names and day are known. */
function withEnd(facts: AlertFacts, now: number): AlertFacts & { until: string } {
  const latest = latestEnd(now);
  const { date, until = latest } = facts;
  const fields = {
    ...fieldsOf(alertProblems(facts)),
    ...(until > latest || isOver({ until }, now) ? { until: 'Date incorrecte' } : {}),
    ...(date !== undefined && date > until ? { date: 'Date incorrecte' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', undefined, { fields });
  return { ...facts, until };
}

/** A new alert, or the existing one of the same search with the later end. LIMIT if the member has too many. */
export function addAlert(
  input: AlertFacts,
  existing: readonly Alert[],
  { id, now }: { id: string; now: number },
): Alert {
  const facts = withEnd(input, now);
  const same = existing.find((alert) => searchKey(alert) === searchKey(facts));
  if (same) return { ...same, when: facts.when, until: facts.until > same.until ? facts.until : same.until };
  if (existing.length >= alertLimit)
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `Vous avez déjà ${alertLimit} alertes. Supprimez-en une pour en créer une autre.`,
    });
  return { ...facts, id, createdAt: new Date(now).toISOString() };
}

/** The member's other alerts of the same search, which an edited one replaces. */
export const copiesOf = (edited: Alert, existing: readonly Alert[]): Alert[] =>
  existing.filter((alert) => alert.id !== edited.id && searchKey(alert) === searchKey(edited));

export const editAlert = ({ id, createdAt }: Alert, input: AlertFacts, now: number): Alert => ({
  ...withEnd(input, now),
  id,
  createdAt,
});

export const alertMissing = () =>
  new Refusal('NOT_FOUND', { title: 'Alerte introuvable', detail: "Cette alerte n'existe plus." });
