import type * as z from 'zod/mini';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

/** A listing's draft stays on this device, that of a message in this tab. */
const places = {
  listing: { prefix: draftPrefixes.listing, storage: () => localStorage },
  message: { prefix: draftPrefixes.message, storage: () => sessionStorage },
} as const;
export type DraftKind = keyof typeof places;

/** The draft of a form, if it still matches the form's schema. */
export function readDraft<T>(name: string, schema: z.ZodMiniType<T>, kind: DraftKind = 'listing'): T | undefined {
  const { prefix, storage } = places[kind];
  try {
    const result = schema.safeParse(JSON.parse(storage().getItem(prefix + name) ?? 'null'));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a listing's draft exists on this device. */
export function hasDraft(name: string): boolean {
  try {
    return localStorage.getItem(places.listing.prefix + name) !== null;
  } catch {
    return false;
  }
}

/** False when this browser cannot store it (private mode, storage full). */
export function keepDraft(name: string, values: unknown, kind: DraftKind = 'listing'): boolean {
  const { prefix, storage } = places[kind];
  try {
    storage().setItem(prefix + name, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(name: string, kind: DraftKind = 'listing'): void {
  const { prefix, storage } = places[kind];
  storage().removeItem(prefix + name);
}
