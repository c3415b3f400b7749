import type { RowName } from '#shared/contract.ts';
import { rows } from '#test/support/world/handlers.ts';
import { accountScenes } from './accounts.ts';
import { administratorScenes } from './administrators.ts';
import { listingScenes } from './listings.ts';
import { memberScenes } from './members.ts';
import type { Scene, Scenes, World } from './scene.ts';

const scenes: Scenes = { ...accountScenes, ...memberScenes, ...listingScenes, ...administratorScenes };

/** Rows that write, all of them. Throws for a row without a scene: nothing would be proven of it. */
export const writingRows = (Object.keys(rows) as RowName[]).filter((name) => rows[name].method !== 'GET');

export async function sceneOf(name: RowName, world: World): Promise<Scene> {
  const make = scenes[name];
  if (!make) throw new Error(`There is no scene of ${name}`);
  return make(world);
}
