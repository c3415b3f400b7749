import { randomUUID } from 'node:crypto';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { ageData } from '#functions/scheduled/night/age-data.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { dayMs } from '#shared/values/time.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { aStream } from '#test/support/stream.ts';

export const start = Date.parse('2026-12-01T12:00:00.000Z');
export const file = { uploadId: 'u-file', key: 'parcels/file', contentType: 'image/jpeg' } as const;
export const assigned = { carrierId: memberIds.C, assignedAt: '2026-12-01T13:00:00.000Z' } as const;
/** Old enough that only the tested reason can end it. */
export const longAgo = '2026-12-02';

/** A table whose changes reach the projector, files in a bucket of this test, and nights. */
export async function aHouse() {
  const stream = await aStream(start);
  const { table, clock } = stream;
  for (const role of ['O', 'C', 'M'] as const)
    await stream.putProfile(aProfile(role, { createdAt: '2026-12-01T09:00:00.000Z' }));
  const erased: string[] = [];
  const trouble = { time: Number.POSITIVE_INFINITY };
  const bucket = { delete: async (key: string) => void erased.push(key) };
  const erasers = {
    hasTime: () => trouble.time-- > 0,
    files: { identity: bucket, private: bucket, media: bucket },
  };
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const call = pipelineOf(messagingRoutes, messagingHandlers(deps), deps);
  const parcels = parcelRepository(table);
  const current = async () => parcels.read(aParcel(1, 'O').id);
  return {
    ...stream,
    call,
    erased,
    erasers,
    trouble,
    current,
    /** Stores the parcel, and the projector sees it. */
    publish: async (change: Partial<ParcelRecord> = {}) => {
      const parcel = aParcel(1, 'O', { file, deadline: longAgo, createdAt: '2026-12-01T10:00:00.000Z', ...change });
      await stream.put({ ...keys.upload(file.uploadId), kind: 'parcel_file', state: 'attached' });
      const event = await stream.putParcel(parcel);
      await stream.project([event]);
      return parcel;
    },
    photo: async (id: string) => {
      const at = '2026-12-01T14:00:00.000Z';
      const proof = {
        id,
        stage: 'pickup',
        by: memberIds.C,
        at,
        key: `proofs/${id}`,
        contentType: 'image/jpeg',
        sha256: 'x',
        assignedAt: at,
      } as const;
      await table.transact(deliveryRepository(table).addProof(aParcel(1, 'O'), proof));
      await put(table, { ...keys.upload(id), kind: 'proof', state: 'attached' });
    },
    photos: () => deliveryRepository(table).proofs(aParcel(1, 'O').id),
    send: async (from: string, to: string) =>
      (await call('sendMessage', from, { body: { recipientId: to, content: 'Bonjour' } })).status,
    open: async (me: string, userId: string) =>
      (await call('conversation', me, { params: { userId } })).body as {
        messages: { seq: number }[];
        erased?: true;
        previous?: string;
      },
    inbox: async (me: string) => ((await call('conversations', me)).body['items'] as unknown[]).length,
    /** The night after this many days since the beginning. */
    night: (day: number) => {
      clock.now = start + day * dayMs;
      return ageData(table, clock.now, erasers);
    },
    isListed: async (pk: string) => (await table.get(keys.ageing(pk), { consistent: true })) !== undefined,
  };
}
