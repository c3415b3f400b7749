import { eraseDatabase } from '#web/lib/storage.ts';

/** Databases of this device: what the member has read, and what waits to be sent. */
export const copiesDatabase = 'envoyage.copies';
export const queueDatabase = 'envoyage.queue';

/** Erases what can be read without a network. */
export const eraseCopies = (): void => eraseDatabase(copiesDatabase);

/** Erases that, and what waits to be sent. */
export function eraseOffline(): void {
  eraseCopies();
  eraseDatabase(queueDatabase);
}
