import { expect, test } from 'vitest';
import { parseParcel } from '#functions/parcels/repository.ts';
import { countAll, countOf, flawsOf } from '#test/support/machine/random-check.ts';
import { flawsAtRest, live, publish, world } from '#test/support/machine/random-world.ts';

/**
 * Six clients act in parallel on what they last read, which is often stale: they name trips, make, take and end offers,
 * and now and then 48 hours pass. The short form is part of every run; the
 * full one: `MACHINE_PARCELS=2000 npx vitest run --project data functions/deliveries/random-machine.data.test.ts`.
 */
const parcelCount = Number(process.env['MACHINE_PARCELS'] ?? 12);
const stepCount = Number(process.env['MACHINE_STEPS'] ?? 50);
const parcelsAtOnce = 4;
/** The local engine gets slower as a table grows, so after so many parcels a new world begins. */
const parcelsInOne = 20;

test(
  `${parcelCount} parcels, ${stepCount} steps each by six clients at once: nothing illegal, lost, untold or miscounted`,
  async () => {
    const flaws: string[] = [];
    let successes = 0;
    for (let done = 0; done < parcelCount; done += parcelsInOne) {
      const worldOf = await world();
      const left = Math.min(parcelsInOne, parcelCount - done);
      for (let lived = 0; lived < left; lived += parcelsAtOnce) {
        const count = Math.min(parcelsAtOnce, left - lived);
        const parcels = await Promise.all(Array.from({ length: count }, () => publish(worldOf)));
        const { lives, faults } = await live(worldOf, parcels, stepCount);
        flaws.push(...faults);
        for (const { parcel, told } of lives) {
          successes += told.length;
          flaws.push(...(await flawsOf(worldOf, parcel, told)));
        }
      }
      flaws.push(...(await flawsAtRest(worldOf)));

      const last = [...worldOf.versions.values()].map(
        (items) => items.map(parseParcel).toSorted((a, b) => b.version - a.version)[0],
      );
      expect(await countAll(worldOf)).toEqual(countOf(last.filter((parcel) => parcel !== undefined)));
    }
    expect(flaws).toEqual([]);
    // Without successful acts the run proves nothing.
    expect(successes).toBeGreaterThan((parcelCount * stepCount) / 16);
  },
  6 * 3_600_000,
);
