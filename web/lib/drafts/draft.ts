import type * as z from 'zod/mini';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

const prefix = draftPrefixes.listing;

/** The draft of a form, if it still matches the form's schema. */
export function readDraft<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const result = schema.safeParse(JSON.parse(localStorage.getItem(prefix + name) ?? 'null'));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a draft exists on this device. */
export function hasDraft(name: string): boolean {
  try {
    return localStorage.getItem(prefix + name) !== null;
  } catch {
    return false;
  }
}

/** False when this browser cannot store it (private mode, storage full). */
export function keepDraft(name: string, values: unknown): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (name: string): void => localStorage.removeItem(prefix + name);
