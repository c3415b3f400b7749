import { roleOf } from '#shared/access.ts';
import { whileLeaving } from '../access/expected.ts';
import { accessPipeline, ask, cells, claimsOf, claimsOfLeaver, requestOf, rows, verdictOf } from '../access/matrix.ts';
import { flawOf, sightCells, sightPipeline } from '../access/sight.ts';

/** Whether the matrix, the sight of parcels, the bad sessions and the closed edge all have the expected answers. */
export async function everyCellHolds(): Promise<boolean> {
  const pipeline = accessPipeline();
  for (const cell of cells) if ((await ask(cell, pipeline)) !== cell.expected) return false;
  for (const row of rows.filter(({ spec }) => roleOf(spec.access) === 'member' && typeof spec.access === 'string')) {
    const bad = [
      claimsOf('M', { token_use: 'id' }),
      claimsOf('M', { client_id: 'other' }),
      claimsOf('M', { sub: '99999999-9999-4999-8999-999999999999' }),
    ];
    for (const claims of bad)
      if ((await verdictOf(pipeline, requestOf(row, '-', claims))) !== 'SIGNED_OUT') return false;
  }
  for (const row of rows.filter(({ spec }) => roleOf(spec.access) !== 'anyone')) {
    const isRefused = (await verdictOf(pipeline, requestOf(row, '-', claimsOfLeaver()))) === 'PROFILE_LEAVING';
    if (isRefused === whileLeaving.includes(row.name)) return false;
  }
  const tellers = sightPipeline();
  for (const cell of sightCells) if (await flawOf(cell, tellers)) return false;
  const guess = { headers: { 'x-origin-secret': 'guess' } };
  for (const row of rows) {
    if ((await verdictOf(pipeline, requestOf(row, '-', claimsOf('M'), guess))) !== 'NOT_ALLOWED') return false;
  }
  return true;
}
