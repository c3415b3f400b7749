import type { Item } from '#functions/platform/table.ts';
import { breachesOf } from '../invariants.ts';
import { startProduct } from '../product/product.ts';
import { aWorld, type World } from './scene.ts';

/** After so many turns a new world begins: what its end examines stays small. */
const turnsInOne = 40;

interface Examination {
  /** Further objections to the items of a world. */
  readonly examine?: (items: readonly Item[]) => readonly string[];
  /** Leaves out the stream and the invariants, which take twice as long as the turns themselves. */
  readonly isShort?: boolean;
}

/**
 * Takes one turn after the other in worlds that stay small. At the end of each world its stream is read to the end and
 * its invariants are examined, together with the objections of `examine`. Returns all flaws.
 */
export async function inSmallWorlds<T>(
  turns: readonly T[],
  take: (world: World, turn: T) => Promise<readonly string[]>,
  { examine = () => [], isShort = false }: Examination = {},
): Promise<string[]> {
  const flaws: string[] = [];
  for (let from = 0; from < turns.length; from += turnsInOne) {
    const product = await startProduct();
    const world = await aWorld(product);
    for (const turn of turns.slice(from, from + turnsInOne)) flaws.push(...(await take(world, turn)));
    if (!isShort) {
      await product.drain();
      const items = await product.items();
      flaws.push(...breachesOf({ items, files: await product.files(), now: product.now() }), ...examine(items));
    }
    await product.close();
  }
  return flaws;
}
