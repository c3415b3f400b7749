import { dispatchedKinds, type ItemKind, projectedKinds } from '#functions/platform/item-kind.ts';
import { keys } from '#functions/platform/keys.ts';

/** A pattern of Lambda's event filtering; a record passes a mapping when one of its patterns matches. */
export type Pattern = { readonly [name: string]: Pattern | readonly (string | { readonly exists: true })[] };

/** Changes and additions have a new image, removals only an old one. */
const ofKinds = (kinds: readonly ItemKind[]): Pattern[] => [
  { dynamodb: { NewImage: { kind: { S: kinds } } } },
  { dynamodb: { OldImage: { kind: { S: kinds } } } },
];

/** The kinds that always mean something to the dispatcher. */
const alwaysDispatched = dispatchedKinds.filter((kind) => kind !== 'thread');

const ofKeys = (name: 'pk' | 'sk', value: string): Pattern => ({ dynamodb: { Keys: { [name]: { S: [value] } } } });

/**
 * What each reader of the stream is called for. One act of a member writes some ten items, and most of them (search
 * rows, limits, stored answers, the projector's own marks) mean nothing to either. A mapping takes five patterns.
 */
export const streamFilters = {
  projector: ofKinds(projectedKinds),
  dispatcher: [
    ...ofKinds(alwaysDispatched),
    // Each message changes the head of its thread; a reading tells the other.
    { dynamodb: { NewImage: { kind: { S: ['thread' satisfies ItemKind] }, readBy: { S: [{ exists: true }] } } } },
    // Counters have no kind; open pages show them as badges.
    ofKeys('pk', keys.adminCounters().pk),
    ofKeys('sk', keys.stats('').sk),
  ],
} as const satisfies Record<string, readonly Pattern[]>;
