import { hashKey, type InfiniteData, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { meRoutes } from '#shared/accounts/me.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { type Message, messagingRoutes } from '#shared/messaging/contract.ts';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { readReply } from '#shared/read-reply.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { onLive } from '#web/lib/live/live.ts';
import { readHidden, readIfOlder, readOlderThan } from './agree.ts';
import { type CopyPlace, dropCopy, readCopy, writeCopy } from './copies.ts';
import { eraseOffline } from './erase.ts';
import { keptLists } from './kept-lists.ts';

interface Followed {
  readonly schema: z.ZodMiniType;
  readonly most: number;
  readonly shorten?: (data: unknown) => unknown;
}

const mostMessages = 50;

/** The rows that can be read offline. Photos, proofs and documents are not among them. */
const followed: Readonly<Record<string, Followed>> = {
  'accounts readMe': { schema: meRoutes.readMe.reply, most: 1 },
  'messaging conversations': { schema: messagingRoutes.conversations.reply, most: 4 },
  'messaging conversation': { schema: messagingRoutes.conversation.reply, most: 20, shorten: lastMessages },
  'parcels myParcels': { schema: parcelRoutes.myParcels.reply, most: 4 },
  'parcels readParcel': { schema: parcelRoutes.readParcel.reply, most: 20 },
  'notices myNotices': { schema: noticeRoutes.myNotices.reply, most: 1 },
  'trips myTrips': { schema: tripRoutes.myTrips.reply, most: 3 },
  'deliveries myDeliveries': { schema: deliveryRoutes.myDeliveries.reply, most: 6 },
  'deliveries tracking': { schema: deliveryRoutes.tracking.reply, most: 20 },
};

export const keptRows = Object.keys(followed);

/** Transient problems, which do not show whether the member may still see the data. */
const passing = new Set(['OFFLINE', 'UNAVAILABLE', 'TOO_MANY', 'FAULT', 'SIGNED_OUT']);

/**
 * Stores copies of what a member reads, and shows them when no answer comes, until the returned function is called. A
 * member who is blocked or about to leave stores none.
 */
export function keepCopies(queries: QueryClient, memberId: string): () => void {
  const cache = queries.getQueryCache();
  const lists = keptLists(queries, memberId);
  /** When the shown copies were read, by the query's hash; they are already stored. */
  const shown = new Map<string, number>();
  const asked = new Set<string>();

  const place = (key: QueryKey): CopyPlace | undefined => {
    const [slice, row, ...call] = key;
    const name = `${String(slice)} ${String(row)}`;
    return name in followed && !isSearch(call[0]) ? { memberId, row: name, call: hashKey(call) } : undefined;
  };

  const keep = (query: Query, at: CopyPlace) => {
    const { data, dataUpdatedAt } = query.state;
    if (at.row === 'accounts readMe' && !('id' in (data as object))) return eraseOffline();
    const rule = followed[at.row];
    if (!rule || data === undefined || shown.get(query.queryHash) === dataUpdatedAt) return;
    const first = isPaged(query.queryKey) ? firstPage(data as InfiniteData<object>) : data;
    void writeCopy(at, { data: rule.shorten?.(first) ?? first, at: dataUpdatedAt }, rule.most);
  };

  const show = async (query: Query, at: CopyPlace) => {
    if (asked.has(query.queryHash)) return;
    asked.add(query.queryHash);
    const copy = await readCopy(at);
    const rule = followed[at.row];
    const read = copy && rule && readReply(rule.schema, copy.data);
    // A list that has lost the rows of another release would say that there are none.
    if (!copy || !read?.isWhole || query.state.data !== undefined || stopped) return;
    shown.set(query.queryHash, copy.at);
    const data = isPaged(query.queryKey) ? { pages: [read.data], pageParams: [undefined] } : read.data;
    const { error } = query.state;
    queries.setQueryData(query.queryKey, data, { updatedAt: copy.at });
    // A page tells by the problem that this is a copy, also where the browser reports a network.
    if (error) query.setState({ error, status: 'error' });
  };

  const look = (query: Query) => {
    const at = place(query.queryKey);
    if (!at) return;
    const { data, error, fetchStatus } = query.state;
    const problem = error instanceof ApiProblem ? error.code : undefined;
    if (problem && !passing.has(problem)) void dropCopy(at);
    if (data === undefined && (fetchStatus === 'paused' || problem === 'OFFLINE')) void show(query, at);
  };

  let stopped = false;
  const stop = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') {
      const at = place(event.query.queryKey);
      if (at) keep(event.query, at);
      void readOlderThan(queries, event.query);
      if (shown.get(event.query.queryHash) !== event.query.state.dataUpdatedAt) void lists.readOlderThan(event.query);
    } else if (event.type === 'updated' || event.type === 'observerAdded') look(event.query);
    if (event.type === 'updated' && event.action.type === 'invalidate') {
      void readIfOlder(queries, event.query);
      void lists.readIfOlder(event.query);
    }
    if (event.type === 'removed') asked.delete(event.query.queryHash);
  });
  const stopLive = onLive((event) => {
    if (event.type !== 'parcel.changed' || document.hidden) return;
    void readHidden(queries, event.data.id);
    void lists.readHolding(event.data.id);
  });
  for (const query of cache.getAll()) {
    const at = place(query.queryKey);
    if (at && query.state.data !== undefined) keep(query, at);
    else look(query);
  }
  return () => {
    stopped = true;
    stop();
    stopLive();
    lists.stop();
  };
}

const isPaged = (key: QueryKey) => key.at(-1) === 'pages';

const isSearch = (call: unknown) =>
  typeof call === 'object' && call !== null && 'query' in call && 'q' in (call.query as object);

const firstPage = ({ pages: [first] }: InfiniteData<object>) => ({ ...first, next: undefined });

function lastMessages(data: unknown): unknown {
  const thread = data as { messages: readonly Message[]; previous?: string };
  if (thread.messages.length <= mostMessages) return thread;
  const messages = thread.messages.slice(-mostMessages);
  return { ...thread, messages, previous: String(messages[0]?.seq) };
}
