import * as z from 'zod/mini';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

const key = `${draftPrefixes.message}contact`;
const text = z._default(z.string(), '');
const Draft = z.object({ name: text, email: text, topic: text, parcelNumber: text, message: text });

export type ContactDraft = z.infer<typeof Draft>;

/** What is being written to the administrators: kept in this tab until it has arrived. */
export function readContactDraft(): ContactDraft | undefined {
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : Draft.parse(JSON.parse(kept));
}

export const keepContactDraft = (values: Partial<ContactDraft>): void =>
  sessionStorage.setItem(key, JSON.stringify(values));

export const dropContactDraft = (): void => sessionStorage.removeItem(key);
