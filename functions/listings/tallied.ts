import type { Item } from '#functions/platform/table.ts';

/**
 * Says that the counts of lists and statistics know of the item. One of before them counts for nothing until it is stored
 * again, by an act or by the night (`scheduled/fill-lists.ts`), and then for all that it is: so each counts just once.
 */
export const tallied = { tally: 1 } as const;

export const isTallied = (item: Item) => item['tally'] === tallied.tally;
