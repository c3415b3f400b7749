import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for the run that goes with it: in that of the machine its tests would leave some 250 a time. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'envoyage-tests-'));
  process.env['TMPDIR'] = folder;
  // A browser that was just ended may still write files, so the removal is retried.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
