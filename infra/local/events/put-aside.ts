import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeAtomically } from '../emulators/atomic-file.ts';

interface Message {
  readonly queueArn: string;
  readonly body: string;
  readonly id?: string;
}

/** Keeps a message in a file, as a queue keeps it that no function reads. Returns its path. */
export function putAside(failedFolder: string, { queueArn, body, id = randomUUID() }: Message): string {
  const file = join(failedFolder, queueArn.split(':').at(-1) ?? 'queue', `${id}.json`);
  writeAtomically(file, body);
  return file;
}
