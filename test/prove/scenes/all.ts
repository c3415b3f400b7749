import type { RowName } from '#shared/contract.ts';
import { rows } from '#test/support/world/handlers.ts';
import { accountScenes } from './accounts.ts';
import { administratorScenes } from './administrators.ts';
import { listingScenes } from './listings.ts';
import { memberScenes } from './members.ts';
import { problemScenes } from './problems.ts';
import { reportScenes } from './reports.ts';
import type { Scene, Scenes, World } from './scene.ts';

const scenes: Scenes = {
  ...accountScenes,
  ...memberScenes,
  ...listingScenes,
  ...problemScenes,
  ...administratorScenes,
  ...reportScenes,
};

/** All rows that write. */
export const writingRows = (Object.keys(rows) as RowName[]).filter((name) => rows[name].method !== 'GET');

/** Rows that the reliability suites would leave out. */
export const rowsWithoutScene = writingRows.filter((name) => !scenes[name]);

/** A call of the row that succeeds, in this world. Throws for a row without a scene. */
export async function sceneOf(name: RowName, world: World): Promise<Scene> {
  const make = scenes[name];
  if (!make) throw new Error(`There is no scene of ${name}`);
  return make(world);
}
