import { randomUUID } from 'node:crypto';
import { reportRepository } from '#functions/reports/repository.ts';
import { dayMs } from '#shared/values/time.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { aReportRecord } from '#test/support/factories.ts';
import type { Scenes, World } from './scene.ts';

async function carried({ seed }: World) {
  const [owner, carrier] = [await seed.member(), await seed.member()];
  return { owner, carrier };
}

/** A parcel whose owner has reported a problem, which may be decided by now. */
export async function withProblem(world: World) {
  const { seed, product } = world;
  const { owner, carrier } = await carried(world);
  const at = new Date(product.now() - 4 * dayMs).toISOString();
  const [reportId, kind] = [randomUUID(), 'not_arrived' as const];
  const problem = { reportId, kind, by: owner.id, at };
  const parcel = await seed.parcel(owner, { status: 'delivery', problem }, carrier);
  await seed.photos(parcel, ['pickup', 'delivery']);
  const report = aReportRecord({
    id: reportId,
    about: { kind: 'parcel', id: parcel.id },
    reason: 'other',
    problem: { kind },
    reporterId: owner.id,
    accusedId: carrier.id,
    createdAt: at,
  });
  await product.table.transact(reportRepository(product.table).add(report, { lines: [] }));
  return { owner, carrier, parcel, report, request: { params: { parcelId: parcel.id }, version: parcel.version } };
}

/** A problem of a delivery, and its end by its author. */
export const problemScenes: Scenes = {
  reportProblem: async (world) => {
    const { owner, carrier } = await carried(world);
    const parcel = await world.seed.parcel(owner, { status: 'in_transit' }, carrier);
    const request = { params: { parcelId: parcel.id }, version: parcel.version, body: sampleBodies.reportProblem };
    return { by: owner.id, request };
  },
  settleProblem: async (world) => {
    const { owner, request } = await withProblem(world);
    return { by: owner.id, request };
  },
};
