import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { routeText } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { draftIn } from '#web/lib/drafts/draft.ts';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';
import { copiesOf } from '#web/lib/offline/copies.ts';
import { readQueue } from '#web/lib/offline/queue.ts';
import { auth } from '#web/lib/session/auth.ts';
import { deviceStore, tabStore } from '#web/lib/storage.ts';
import { holdsUnsaved } from '#web/lib/unsaved.ts';

/** Names of the drafts and queued acts that signing out erases from this device, as « message à Karim ». */
export async function lostBySignOut(queries: QueryClient): Promise<string[]> {
  const known = await readConversations(queries);
  const names = [deviceStore, tabStore].flatMap((store) =>
    store.names().flatMap((name) => {
      const text = store.read(name) ?? '';
      if (name.startsWith(draftPrefixes.listing)) return [listingOf(name.slice(draftPrefixes.listing.length), text)];
      if (name.startsWith(draftPrefixes.message)) return [formOf(name.slice(draftPrefixes.message.length), known)];
      return [];
    }),
  );
  const waiting = (await readQueue()).map((item) =>
    item.kind === 'message' ? messageTo(item.recipientId, known) : "photos d'une étape, pas encore envoyées",
  );
  return [...names, ...waiting, ...(holdsUnsaved() ? ['ce que vous saisissez sur cette page'] : [])];
}

const End = z.object({ city: z.string().check(z.minLength(1)) });
const Listing = z.object({ title: z.optional(z.string()), depart: z.optional(End), arrival: z.optional(End) });

function listingOf(name: string, text: string): string {
  const { title = '', depart, arrival } = draftIn(text, Listing) ?? {};
  if (name.startsWith('trip')) return depart && arrival ? `trajet ${routeText(depart, arrival)}` : 'trajet';
  return title.trim() ? `colis « ${isolated(title.trim())} »` : 'colis';
}

const forms: Record<string, string> = {
  profile: 'votre profil',
  review: 'un avis',
  contact: 'un message à notre équipe',
  report: 'un signalement',
  objection: 'une contestation',
  offer: 'une proposition',
  reason: 'un motif',
};

function formOf(name: string, known: readonly unknown[]): string {
  const [first = '', userId = ''] = name.split('.');
  return forms[first.replace(/@.*/, '')] ?? messageTo(userId, known);
}

/** Answers that name whom the member writes to, of this visit and of earlier ones. */
async function readConversations(queries: QueryClient): Promise<unknown[]> {
  const here = auth.get();
  const read = queries.getQueriesData({ queryKey: ['messaging'] }).map(([, data]) => data);
  if (here.status !== 'member') return read;
  const { memberId } = here;
  const copies = await Promise.all(
    ['messaging conversation', 'messaging conversations'].map((row) => copiesOf({ memberId, row })),
  );
  return [...read, ...copies.flatMap((found) => found ?? []).map(({ data }) => data)];
}

function messageTo(userId: string, known: readonly unknown[]): string {
  const name = known.map((data) => nameIn(data, userId)).find(Boolean);
  return name ? `message à ${isolated(name)}` : 'un message';
}

function nameIn(value: unknown, userId: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, firstName } = value as { id?: unknown; firstName?: unknown };
  if (id === userId && typeof firstName === 'string') return firstName;
  return Object.values(value)
    .map((part) => nameIn(part, userId))
    .find(Boolean);
}
