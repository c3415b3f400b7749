import * as z from 'zod/mini';
import { answer } from '#functions/outcome.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { linkToken, subjectOf } from '#functions/platform/derived.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Deps, Handler } from '#functions/serve.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Followed, followRoutes } from '#shared/deliveries/follow.ts';
import { followed, hasEnded } from '#shared/deliveries/followed.ts';
import { isStranded } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { assignmentOf } from './codes.ts';

const hour = { seconds: 3600 };
const wrongLinks = { by: 'address', count: 60, ...hour } as const;
/** A page that stays open reads once a minute. */
const readings = { count: 240, ...hour };

/** The secret of the recipient's link, while it opens and its carrier is there (rule 162). */
export const linkOf = (parcel: ParcelRecord, events: readonly TrackingEvent[], now: number): string | undefined =>
  !isStranded(parcel) && followed(parcel, events, now) ? linkToken('follow', assignmentOf(parcel)) : undefined;

/** So many events hold the last step and the last position, unless many trips have moved since. */
const newest = 20;

async function read(table: Table, subject: string, now: number): Promise<Followed | undefined> {
  const [parcelId = '', assigned = ''] = subject.split('.');
  const { pk, sk } = keys.parcel(parcelId);
  // Events, the codes that were tried for each assignment, and `META` follow each other, so one read has all.
  const { items } = await table.query({
    ...queryOf({ partition: pk, sort: { between: ['EV#', sk] } }),
    ScanIndexForward: false,
    Limit: newest + 2,
  });
  const [meta, ...others] = items;
  if (meta?.['sk'] !== sk) return undefined;
  const parcel = parseParcel(meta);
  const events = others.flatMap(({ record }) => (record ? [z.parse(TrackingEvent, record)] : [])).reverse();
  if (assignmentOf(parcel) !== subject) {
    if (hasEnded(events, Number.parseInt(assigned, 36), now)) throw new Refusal('EXPIRED_LINK', ended);
    return undefined;
  }
  return followed(parcel, events, now);
}

/** It names nothing of the parcel, which another member may bring by now. */
const ended = {
  title: "L'accord a pris fin",
  detail: 'Demandez la suite à la personne qui vous envoie le colis.',
};

/** One answer for links that are cut, mistyped, too old, or of a parcel that was deleted. */
export function followByLink({ table, now }: Deps): Handler<(typeof followRoutes)['followByLink']> {
  return async ({ body: { link }, address }) => {
    const subject = subjectOf('follow', link);
    if (subject !== undefined) await countCall(table, 'followByLink', subject, readings, now());
    const found = subject === undefined ? undefined : await read(table, subject, now());
    if (found) return answer(found);
    await countCall(table, 'followByLink', address, wrongLinks, now());
    throw new Refusal('INVALID_LINK', {
      title: 'Lien incomplet ou expiré',
      detail: 'Demandez-en un autre à la personne qui vous envoie le colis.',
    });
  };
}
