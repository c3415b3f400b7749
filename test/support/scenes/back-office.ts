import type { AdminLog, adminRoutes } from '#shared/admin/contract.ts';
import { memberIds, worldItems } from '../../access/people.ts';
import type { Request } from '../pipeline.ts';
import { aWorld } from '../world/world.ts';

type AdminRow = keyof typeof adminRoutes;

/** The back-office and the public rows over the people of the matrix. Each act is a millisecond later. */
export async function aBackOffice() {
  const world = await aWorld({ items: worldItems(), isTicking: true });
  const asAdministrator = (row: AdminRow, request: Request = {}) => world.call(row, memberIds.A, request);
  return {
    ...world,
    asAdministrator,
    asPrincipal: (row: AdminRow, request: Request = {}) => world.call(row, memberIds.RA, request),
    site: world.call,
    log: async () => (await asAdministrator('adminLogs')).body['items'] as AdminLog[],
  };
}
