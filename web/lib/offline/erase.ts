import { eraseDatabase } from '#web/lib/storage.ts';

/** Databases of this device: what the member has read, and queued acts. */
export const copiesDatabase = 'envoyage.copies';
export const queueDatabase = 'envoyage.queue';

export const eraseCopies = (): void => eraseDatabase(copiesDatabase);

export function eraseOffline(): void {
  eraseCopies();
  eraseDatabase(queueDatabase);
}
