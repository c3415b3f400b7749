import type { QueryClient } from '@tanstack/react-query';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { sendProof } from '#web/features/deliveries/send-proof.ts';
import { messagingApi, threadKey } from '#web/features/messaging/api.ts';
import { isBehind, received, type Thread } from '#web/features/messaging/thread/thread.ts';
import { type ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import {
  alone,
  changeQueued,
  dropQueued,
  isOld,
  onQueued,
  type Queued,
  type QueuedHandover,
  type QueuedMessage,
  queued,
  readQueue,
} from '#web/lib/offline/queue.ts';
import { auth } from '#web/lib/session/auth.ts';

/** Where the browser reports a network that does not answer. */
const againAfterMs = 15_000;

/** No refusal: the same try is made later. */
const passing = new Set<ApiProblem['code']>(['OFFLINE', 'UNAVAILABLE', 'TOO_MANY']);

/** Acts of one line are sent in order: the messages of a conversation, the hand-overs of a parcel. */
const lineOf = (item: Queued): string =>
  item.kind === 'message' ? `message ${item.recipientId} ${item.parcelId ?? ''}` : `handover ${item.parcelId}`;

/** The first act that may be sent now; one that waits for the member holds back those behind it in its line. */
export function nextToSend(items: readonly Queued[], now: number): Queued | undefined {
  const held = new Set<string>();
  for (const item of items) {
    const line = lineOf(item);
    if (item.state === 'waiting' && !held.has(line) && !isOld(item, now)) return item;
    held.add(line);
  }
  return undefined;
}

/** Sends what waits whenever there is a network, until the returned function is called. */
export function startSending(queries: QueryClient): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendAll = async (): Promise<void> => {
    await askAboutOld();
    for (;;) {
      // Read each time, because another tab may have sent it, or the member withdrawn it.
      const next = nextToSend(await readQueue(), Date.now());
      if (!next || stopped || !navigator.onLine) return;
      const problem = await send(queries, next);
      if (!problem) continue;
      // A lapsed session is asked about once; the queue goes on when the member is back.
      if (problem.code === 'SIGNED_OUT') return;
      if (passing.has(problem.code)) {
        timer = setTimeout(begin, (problem.retryAfterSeconds ?? 0) * 1000 || againAfterMs);
        return;
      }
      await changeQueued(next, { state: 'refused', problem: problem.detail });
    }
  };
  let running: Promise<void> | undefined;
  let again = false;
  const begin = () => {
    clearTimeout(timer);
    if (stopped || !navigator.onLine) return;
    if (running) {
      again = true;
      return;
    }
    running = alone(sendAll)
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (!again) return;
        again = false;
        begin();
      });
  };
  let hadLapsed = hasLapsed();
  const resume = () => {
    if (hadLapsed && !hasLapsed()) begin();
    hadLapsed = hasLapsed();
  };
  // Another tab has sent it: the push may come much later.
  let before = queued.get();
  const follow = () => {
    const now = new Set(queued.get().map(({ nr }) => nr));
    for (const item of before)
      if (item.kind === 'message' && !now.has(item.nr) && !running)
        void queries.invalidateQueries({ queryKey: threadKey(item.recipientId, item.parcelId) });
    before = queued.get();
  };
  const stops = [onQueued(begin), auth.subscribe(resume), queued.subscribe(follow)];
  addEventListener('online', begin);
  begin();
  return () => {
    stopped = true;
    clearTimeout(timer);
    removeEventListener('online', begin);
    for (const stop of stops) stop();
  };
}

const hasLapsed = () => {
  const here = auth.get();
  return here.status === 'member' && here.lapsed !== undefined;
};

async function askAboutOld(): Promise<void> {
  const now = Date.now();
  for (const item of await readQueue()) {
    if (item.state === 'waiting' && isOld(item, now)) await changeQueued(item, { state: 'old' });
  }
}

/** Sends one act and takes it out of the queue; otherwise why not. */
async function send(queries: QueryClient, item: Queued): Promise<ApiProblem | undefined> {
  try {
    await (item.kind === 'message' ? sendMessage(queries, item) : sendHandover(queries, item));
    await dropQueued(item);
    return undefined;
  } catch (fault) {
    return asProblem(fault);
  }
}

async function sendMessage(queries: QueryClient, { key, recipientId, parcelId, content }: QueuedMessage) {
  const body = { recipientId, parcelId, content };
  const message = await messagingApi.sendMessage({ body }, { idempotencyKey: key });
  const queryKey = threadKey(recipientId, parcelId);
  const thread = queries.setQueryData<Thread>(queryKey, (before) => before && received(before, message));
  if (thread && (message.seq === 1 || isBehind(thread))) void queries.invalidateQueries({ queryKey });
  void touch(queries, ['messaging', 'conversations']);
}

const actOf = { pickup: 'validatePickup', delivery: 'validateDelivery' } as const;

async function sendHandover(queries: QueryClient, item: QueuedHandover) {
  const { stage, parcelId, validated, key } = item;
  let { photos } = item;
  for (const photo of photos) {
    await sendProof({
      parcelId,
      stage,
      photo,
      onUploaded: async (uploadId) => {
        photos = photos.map((one) => (one.key === photo.key ? { ...one, uploadId } : one));
        await changeQueued(item, { photos });
      },
    });
  }
  if (validated) await deliveriesApi[actOf[stage]]({ params: { parcelId }, ...validated }, { idempotencyKey: key });
  void touch(
    queries,
    ['parcels', 'readParcel'],
    ['parcels', 'myParcels'],
    ['deliveries', 'tracking'],
    ['deliveries', 'proofs'],
    ['deliveries', 'myDeliveries'],
    ['messaging', 'conversation'],
  );
}
