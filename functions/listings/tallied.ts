import type { Item } from '#functions/platform/table.ts';

/**
 * Marks an item that the counts of lists and statistics include. An older item has no mark and does not count until an
 * act or the nightly job (`scheduled/fill-lists.ts`) stores it again. So each item counts exactly once.
 */
export const tallied = { tally: 1 } as const;

export const isTallied = (item: Item) => item['tally'] === tallied.tally;
