import * as z from 'zod/mini';
import { moveDraftFile } from '#web/lib/drafts/draft-file.ts';
import { heldDrafts, knownTab, thisTab } from '#web/lib/drafts/draft-locks.ts';
import { draftPrefixes, ofTab } from '#web/lib/drafts/draft-storage.ts';
import { storedSession } from '#web/lib/session/session-storage.ts';
import { deviceStore, tabStore } from '#web/lib/storage.ts';

/**
 * A listing's draft stays on this device. The draft of a message or a smaller form stays there in a remembered session,
 * else in this tab, because others may use the device (decision 051).
 */
export type DraftKind = 'listing' | 'message';

const staysOnDevice = (kind: DraftKind): boolean => kind === 'listing' || storedSession()?.kind === 'remembered';
const keyOf = (name: string, kind: DraftKind) => draftPrefixes[kind] + name;
export const draftKey = (name: string, kind: DraftKind): string => ofTab(keyOf(name, kind), thisTab());

export function readText(name: string, kind: DraftKind): string | null {
  const key = keyOf(name, kind);
  const tab = knownTab();
  return tabStore.read(key) ?? (tab ? deviceStore.read(ofTab(key, tab)) : null);
}

/**
 * Takes over the latest draft that no tab shows, because its tab was closed or left the form. Null if there is none, if
 * this tab already has text, or if the draft `isOver`.
 */
export async function takeLeftDraft(name: string, kind: DraftKind, isOver: () => boolean): Promise<string | null> {
  const key = keyOf(name, kind);
  const begin = ofTab(key, '');
  if (!deviceStore.names().some((one) => one.startsWith(begin))) return null;
  const held = await heldDrafts();
  if (isOver() || readText(name, kind) !== null) return null;
  const left = deviceStore.names().find((one) => one.startsWith(begin) && !held.has(one));
  return left ? take(left, name, kind) : null;
}

function take(key: string, name: string, kind: DraftKind): string | null {
  const text = deviceStore.read(key);
  if (text === null) return null;
  deviceStore.drop(key);
  keepText(name, text, kind);
  void moveDraftFile(key.slice(draftPrefixes[kind].length), name);
  return text;
}

/** False if the browser stores nothing, so that it is lost with this page. */
export function keepText(name: string, text: string, kind: DraftKind): boolean {
  const key = keyOf(name, kind);
  if (!staysOnDevice(kind)) return tabStore.keep(key, text);
  tabStore.drop(key);
  return deviceStore.keep(draftKey(name, kind), text);
}

export function dropDraft(name: string, kind: DraftKind = 'listing'): void {
  const key = keyOf(name, kind);
  tabStore.drop(key);
  deviceStore.drop(draftKey(name, kind));
}

/**
 * The readable fields of a draft. A draft of another release may lack fields or have them in another shape; those are
 * left out. Undefined if no field is readable.
 */
export function draftIn<Shape extends z.core.$ZodShape>(
  text: string | null,
  schema: z.ZodMiniObject<Shape>,
): Partial<z.output<z.ZodMiniObject<Shape>>> | undefined {
  const kept = parsed(text);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const whole = schema.safeParse(kept);
  if (whole.success) return whole.data;
  const parts = Object.entries(schema.shape).flatMap(([name, part]) => {
    const value: unknown = Reflect.get(kept, name);
    const read = z.safeParse(part, value);
    return value !== undefined && read.success ? [[name, read.data] as const] : [];
  });
  return parts.length > 0 ? (Object.fromEntries(parts) as ReturnType<typeof draftIn<Shape>>) : undefined;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export const hasDraft = (name: string): boolean => {
  const key = keyOf(name, 'listing');
  return deviceStore.names().some((one) => one === key || one.startsWith(ofTab(key, '')));
};

/** False if the browser stores nothing, so that it is lost with this page. */
export const keepDraft = (name: string, values: unknown, kind: DraftKind = 'listing'): boolean =>
  keepText(name, JSON.stringify(values), kind);
