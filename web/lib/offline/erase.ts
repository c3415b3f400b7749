import { eraseDatabase } from '#web/lib/storage.ts';

/** Databases of this device: what the member has read, and queued acts. */
export const copiesDatabase = 'envoyage.copies';
export const queueDatabase = 'envoyage.queue';

/** Erases the copies for reading offline. */
export const eraseCopies = (): void => eraseDatabase(copiesDatabase);

/** Erases the copies and the queued acts. */
export function eraseOffline(): void {
  eraseCopies();
  eraseDatabase(queueDatabase);
}
