import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { siteHandlers } from '#functions/site/handlers.ts';
import { type AdminLog, adminRoutes } from '#shared/admin/contract.ts';
import { siteRoutes } from '#shared/site/contract.ts';
import { memberIds, worldItems } from '../../access/people.ts';
import { anAccountsBackend } from '../accounts.ts';
import { pipelineOf, type Request, tableWith } from '../pipeline.ts';

type AdminRow = keyof typeof adminRoutes;

/**
 * The back-office and the public rows over one table with the people of the matrix. Each act is a millisecond later.
 */
export async function aBackOffice() {
  const table = await tableWith(worldItems());
  const backend = await anAccountsBackend(Date.parse('2026-11-20T10:00:00.000Z'), table);
  const deps = { table, now: () => backend.clock.now++, newId: randomUUID };
  const client = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const admin = pipelineOf(
    adminRoutes,
    adminHandlers({ ...deps, files: openFiles(client), privateBucket: 'private' }),
    deps,
  );
  const asAdministrator = (row: AdminRow, request: Request = {}) =>
    admin(row, memberIds.A, { asAdmin: true, ...request });
  return {
    ...backend,
    asAdministrator,
    asPrincipal: (row: AdminRow, request: Request = {}) => admin(row, memberIds.RA, { asAdmin: true, ...request }),
    site: pipelineOf(siteRoutes, siteHandlers(deps), deps),
    log: async () => (await asAdministrator('adminLogs')).body['items'] as AdminLog[],
  };
}
