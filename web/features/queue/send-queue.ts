import type { QueryClient } from '@tanstack/react-query';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { sendProof } from '#web/features/deliveries/send-proof.ts';
import { messagingApi, threadKey } from '#web/features/messaging/api.ts';
import { isBehind, received, type Thread } from '#web/features/messaging/thread/thread.ts';
import { type ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { amend } from '#web/lib/api/use-pages.ts';
import {
  aloneIn,
  changeQueued,
  dropQueued,
  isOld,
  lineOf,
  onItsWay,
  onQueued,
  readQueue,
} from '#web/lib/offline/queue.ts';
import { queued } from '#web/lib/offline/queued.ts';
import type { Queued, QueuedHandover, QueuedMessage } from '#web/lib/offline/queued-item.ts';
import { auth } from '#web/lib/session/auth.ts';

/** Where the browser reports a network that does not answer. */
const againAfterMs = 15_000;

/** A page reads what was sent in this time, or later. */
const readMs = 5_000;

const passing = new Set<ApiProblem['code']>(['OFFLINE', 'UNAVAILABLE', 'TOO_MANY', 'STOPPED']);
const isPassing = ({ code, isUncertain }: ApiProblem) => isUncertain || passing.has(code);

/** The first act of a line, if it may be sent now; one that waits for the member holds back those behind it. */
export function nextIn(line: string, items: readonly Queued[], now: number): Queued | undefined {
  const first = items.find((item) => lineOf(item) === line);
  return first?.state === 'waiting' && !isOld(first, now) ? first : undefined;
}

/** Sends what waits whenever there is a network, until the returned function is called. No line waits for another. */
export function startSending(queries: QueryClient): () => void {
  let stopped = false;
  const tried = new Set<number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const sendLine = async (line: string): Promise<void> => {
    for (;;) {
      // Read each time, because another tab may have sent it, or the member withdrawn it.
      const next = nextIn(line, await readQueue(), Date.now());
      if (!next || stopped || !navigator.onLine) return;
      tried.add(next.nr);
      const problem = await send(queries, next);
      if (!problem) continue;
      tried.delete(next.nr);
      // A lapsed session is asked about once; the queue goes on when the member is back.
      if (problem.code === 'SIGNED_OUT') return;
      if (isPassing(problem)) {
        await changeQueued(next, { problem: problem.title });
        const waitMs = (problem.retryAfterSeconds ?? 0) * 1000 || againAfterMs;
        timers.set(
          line,
          setTimeout(() => beginLine(line), waitMs),
        );
        return;
      }
      const [missing] = Object.values(problem.fields);
      if (next.kind === 'handover') void readAgain(queries);
      await changeQueued(next, { state: 'refused', problem: missing ?? problem.detail, refusedAs: problem.code });
    }
  };
  /** The lines on their way; `true`: to be looked through once more. */
  const running = new Map<string, boolean>();
  const beginLine = (line: string) => {
    clearTimeout(timers.get(line));
    if (stopped || !navigator.onLine) return;
    if (running.has(line)) return void running.set(line, true);
    running.set(line, false);
    void aloneIn(line, () => sendLine(line))
      .catch(() => undefined)
      .finally(() => {
        const again = running.get(line);
        running.delete(line);
        if (again) beginLine(line);
      });
  };
  const begin = () => {
    if (stopped || !navigator.onLine) return;
    void askAboutOld().then((items) => new Set(items.map(lineOf)).forEach(beginLine));
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
      if (!now.has(item.nr) && !tried.has(item.nr))
        void (item.kind === 'message'
          ? queries.invalidateQueries({ queryKey: threadKey(item.recipientId, item.parcelId) })
          : readAgain(queries));
    before = queued.get();
  };
  const stops = [onQueued(begin), auth.subscribe(resume), queued.subscribe(follow)];
  addEventListener('online', begin);
  begin();
  return () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
    removeEventListener('online', begin);
    for (const stop of stops) stop();
  };
}

const hasLapsed = () => {
  const here = auth.get();
  return here.status === 'member' && here.lapsed !== undefined;
};

async function askAboutOld(): Promise<readonly Queued[]> {
  const now = Date.now();
  const items = await readQueue();
  for (const item of items) {
    if (item.state === 'waiting' && isOld(item, now)) await changeQueued(item, { state: 'old' });
  }
  return items;
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
  // Its author may be away when a warning comes.
  const body = { recipientId, parcelId, content, acknowledged: 'payment' } as const;
  const message = await messagingApi.sendMessage({ body }, { idempotencyKey: key });
  const queryKey = threadKey(recipientId, parcelId);
  const thread = amend<Thread>(queries, queryKey, (before) => received(before, message));
  if (thread && (message.seq === 1 || isBehind(thread))) void queries.invalidateQueries({ queryKey });
  void touch(queries, ['messaging', 'conversations']);
}

/** The validation after the photos. */
function validate({ stage, parcelId, validated, key }: QueuedHandover): Promise<unknown> | undefined {
  if (!validated) return undefined;
  const { version, contentsSeen, code, declared, note } = validated;
  const call = { params: { parcelId }, version };
  const options = { idempotencyKey: key };
  // The server answers what is missing where the carrier has not given their word.
  if (stage === 'pickup')
    return deliveriesApi.validatePickup({ ...call, body: { contentsSeen: contentsSeen as true } }, options);
  return declared
    ? deliveriesApi.declare({ ...call, body: note ? { note } : {} }, options)
    : deliveriesApi.validateDelivery({ ...call, body: code ? { code } : {} }, options);
}

async function sendHandover(queries: QueryClient, item: QueuedHandover) {
  const { stage, parcelId } = item;
  let { photos } = item;
  for (const photo of photos) {
    await sendProof({
      parcelId,
      stage,
      photo,
      onProgress: ({ stop }) => onItsWay(item, stop),
      onUploaded: async (uploadId) => {
        photos = photos.map((one) => (one.key === photo.key ? { ...one, uploadId } : one));
        await changeQueued(item, { photos });
      },
    });
  }
  await validate(item);
  // The pages must not offer the act before they have read that it is done.
  const tooLong = new Promise((done) => setTimeout(done, readMs));
  await Promise.race([readAgain(queries), tooLong]);
}

const readAgain = (queries: QueryClient): Promise<unknown> =>
  touch(
    queries,
    ['parcels', 'readParcel'],
    ['parcels', 'myParcels'],
    ['deliveries', 'tracking'],
    ['deliveries', 'proofs'],
    ['deliveries', 'myDeliveries'],
    ['deliveries', 'myRequests'],
    ['messaging', 'conversation'],
  );
