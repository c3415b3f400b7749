import type { DynamoDBRecord } from 'aws-lambda';
import { keys } from '#functions/platform/keys.ts';
import { projector } from '#functions/stream/projector/project.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Storable } from '../world/item-of.ts';
import { carrier, marketplace, other, owner } from './delivery-market.ts';
import { passes, streamOf } from './followed-stream.ts';

export const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' }) as const;

/** A market in which members make, take and end offers. */
export async function offerMarket(change: Partial<ParcelRecord> = {}, items: readonly Storable[] = []) {
  const market = await marketplace({ price: euros(30), deadline: '2030-12-20', ...change }, items, { hasStream: true });
  const { call, params, table, clock, as, parcel } = market;
  // Real conversations, with their rows in both lists, instead of heads alone.
  for (const id of [carrier, other]) {
    await table.transact([table.remove(keys.threadHead(owner, id, parcel.id))]);
    await as(id).sendMessage({ body: { recipientId: owner, parcelId: parcel.id, content: 'Bonjour' } });
  }
  const pair = (userId: string) => ({ params: { ...params, userId } });
  const make = (by: string, memberId: string, facts: object = { price: euros(25) }) =>
    call('makeOffer', by, { params, body: { memberId, ...facts } });
  const take = (by: string, userId: string, offerId: unknown, tripId?: string) =>
    call('takeOffer', by, { ...pair(userId), body: { offerId, ...(tripId ? { tripId } : {}) } });
  const end = (by: string, userId: string, offerId: unknown, reason?: string) =>
    call('endOffer', by, { ...pair(userId), body: { offerId, ...(reason ? { reason } : {}) } });
  const project = projector(table, () => clock.now);
  let seen = 0;
  const show = async (records: readonly DynamoDBRecord[]) => {
    const { batchItemFailures } = await project({ Records: records.filter(passes.projector) });
    if (batchItemFailures.length > 0) throw new Error('The projector gave a change back');
  };
  return {
    ...market,
    make,
    take,
    end,
    /** The id of a new offer. */
    offered: async (by: string, memberId: string, facts?: object) =>
      String((await make(by, memberId, facts)).body['id']),
    /** The two agree, at the announced price. */
    agree: async (tripId?: string) => {
      await market.act('acceptDelivery', carrier, tripId ? { tripId } : {});
      return market.act('chooseCarrier', owner, { carrierId: carrier });
    },
    /** The rows of open offers, each with its member. */
    rows: async () =>
      (await market.items()).filter(({ kind }) => kind === 'offer').map(({ pk }) => String(pk).slice('U#'.length)),
    /** The open offer as one of the two reads it in their conversation. */
    read: async (memberId: string, userId: string) =>
      (await as(memberId).conversation({ params: { userId }, query: { parcel: parcel.id } })).body,
    mailsNamed: async (name: string) => (await market.mails()).filter(({ mail }) => mail === name),
    /** Shows the projector all changes so far; shown again, they change nothing. */
    follow: async () => show(await streamOf(table.name)),
    /** Shows it only the changes that it has not seen yet, and those that come of them. */
    followNew: async () => {
      for (let records = await streamOf(table.name); records.length > seen; records = await streamOf(table.name)) {
        const fresh = records.slice(seen);
        seen = records.length;
        await show(fresh);
      }
    },
  };
}
export type OfferMarket = Awaited<ReturnType<typeof offerMarket>>;
