import { dispatchedKinds, type ItemKind, projectedKinds } from '#functions/platform/item-kind.ts';
import { keys } from '#functions/platform/keys.ts';

/** A pattern of Lambda's event filtering; a record passes a mapping when one of its patterns matches. */
export interface Pattern {
  readonly [name: string]: Pattern | readonly string[];
}

/** Changes and additions have a new image, removals only an old one. Of threads see `ofThreads`. */
const ofKinds = (kinds: readonly ItemKind[]): Pattern[] => {
  const always = kinds.filter((kind) => kind !== 'thread');
  return [{ dynamodb: { NewImage: { kind: { S: always } } } }, { dynamodb: { OldImage: { kind: { S: always } } } }];
};

/** Each message changes the head of its thread, which marks the changes that matter to consumers. */
const ofThreads = (...changes: ('opened' | 'answered' | 'read')[]): Pattern => ({
  dynamodb: { NewImage: { kind: { S: ['thread'] }, change: { S: changes } } },
});

const ofKeys = (name: 'pk' | 'sk', value: string): Pattern => ({ dynamodb: { Keys: { [name]: { S: [value] } } } });

/**
 * The changes that each consumer of the stream follows. One act of a member writes some ten items, and most of them
 * (search rows, limits, stored answers, the projector's own marks) concern no consumer. A mapping takes five patterns.
 */
export const streamFilters = {
  projector: [...ofKinds(projectedKinds), ofThreads('opened', 'answered')],
  dispatcher: [
    ...ofKinds(dispatchedKinds),
    ofThreads('read'),
    // Counters have no kind; open pages show them as badges.
    ofKeys('pk', keys.adminCounters().pk),
    ofKeys('sk', keys.stats('').sk),
  ],
} as const satisfies Record<string, readonly Pattern[]>;
