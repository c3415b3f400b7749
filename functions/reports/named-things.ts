import { parcelRepository } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { decisionOf } from '#shared/reports/objections.ts';
import type { NamedThing, Reported } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { routeText } from '#shared/values/french.ts';

function targetOf({ kind, id = '' }: Reported): { readonly kind: string; readonly id: string } {
  if (kind !== 'decision') return { kind, id };
  const decision = decisionOf(id);
  return { kind: decision.kind === 'profile' ? 'member' : decision.kind, id: decision.id };
}

/** The names of reported things, by one read of each kind; undefined for a deleted thing and one without a name. */
export async function namedThings(
  table: Table,
  reported: readonly Reported[],
): Promise<(about: Reported) => NamedThing | undefined> {
  const targets = reported.map(targetOf);
  const idsOf = (kind: string) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const reviewed = (id: string) => id.split('.')[0] ?? '';
  const [parcels, trips, people] = await Promise.all([
    parcelRepository(table).readMany(idsOf('parcel')),
    table.getMany(idsOf('trip').map(keys.trip)),
    profileRepository(table).readMany([...idsOf('member'), ...idsOf('review').map(reviewed)]),
  ]);
  const named = new Map<string, NamedThing>([
    ...parcels.map(
      ({ id, title, pickup, delivery }) => [id, { name: title, route: routeText(pickup, delivery) }] as const,
    ),
    ...trips.flatMap((item) => {
      if (!item) return [];
      const { id, depart, arrival } = parseTrip(item);
      return [[id, { route: routeText(depart, arrival) }] as const];
    }),
    ...[...people.values()].map((profile) => [profile.id, { name: nameOf(profile) }] as const),
  ]);
  return (about) => {
    const { kind, id } = targetOf(about);
    return kind === 'report' ? { name: reportReference(id) } : named.get(kind === 'review' ? reviewed(id) : id);
  };
}
