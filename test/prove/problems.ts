import { parseParcel } from '#functions/parcels/repository.ts';
import { indexes } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseReport } from '#functions/reports/repository.ts';
import { decidableAt } from '#shared/deliveries/problem.ts';

/** I16: a parcel has a problem exactly where its report is pending, in the queue from the moment of its decision on. */
export function problems({ items }: { readonly items: readonly Item[] }): string[] {
  const parcels = items.filter(({ kind }) => kind === 'parcel').map(parseParcel);
  const pending = items
    .filter(({ kind }) => kind === 'report')
    .filter((item) => parseReport(item).status === 'pending' && parseReport(item).problem);
  const named = new Map(parcels.flatMap(({ id, problem }) => (problem ? [[problem.reportId, { id, problem }]] : [])));
  const found = new Set(pending.map((item) => parseReport(item).id));
  return [
    ...[...named].filter(([id]) => !found.has(id)).map(([id]) => `the problem ${id} has no pending report`),
    ...pending.flatMap((item) => {
      const { id, about, problem, reporterId } = parseReport(item);
      const parcel = named.get(id);
      const place = parcel && indexes.queue('report', 'pending', decidableAt(parcel.problem.at)).gs2sk;
      const isOne =
        parcel?.id === about.id && parcel?.problem.kind === problem?.kind && parcel?.problem.by === reporterId;
      return isOne && item['gs2sk'] === place ? [] : [`report ${id} is of no problem, or elsewhere in the queue`];
    }),
  ];
}
