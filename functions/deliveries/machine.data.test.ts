import { beforeAll, expect, test } from 'vitest';
import { isSameWithProblem, type MachineCell, machineTable } from '#test/support/machine/machine-table.ts';
import { aMachineWorld } from '#test/support/machine/machine-world.ts';

const groups = Map.groupBy(machineTable(), ({ act, state }) => `${act} of a parcel that is ${state}`);

let world: Awaited<ReturnType<typeof aMachineWorld>>;
beforeAll(async () => {
  world = await aMachineWorld();
});

const runs = [...groups].flatMap(([name, cells]) => [
  [name, cells, undefined] as const,
  ...(cells.every(isSameWithProblem)
    ? (['O', 'C'] as const).map((author) => [`${name} with a problem of ${author}`, cells, author] as const)
    : []),
]);

test.each(runs)('%s: as the document says, for every actor', async (_, cells, author) => {
  const { stored, outcomeOf } = world;
  const [first] = cells as [MachineCell, ...MachineCell[]];
  // A refused act changes nothing, so all refused actors share one parcel. Each allowed actor has their own parcel.
  const shared = await stored(first, author);
  const told: Record<string, string> = {};
  for (const cell of cells) {
    const isRefused = cell.expected === cell.expected.toUpperCase();
    told[cell.actor] = await outcomeOf(cell, isRefused ? shared : await stored(cell, author));
  }
  expect(told).toEqual(Object.fromEntries(cells.map(({ actor, expected }) => [actor, expected])));
});
