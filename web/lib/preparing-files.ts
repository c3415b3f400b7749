import { createStore } from '#web/lib/store.ts';

/** How many chosen files are being prepared on this page. A press of `SubmitButton` waits for them. */
export const preparingFiles = createStore(0);

/** Counts the work of a field on a chosen file, until the field has its value. The work never rejects. */
export function untilPrepared(work: Promise<void>): Promise<void> {
  preparingFiles.set(preparingFiles.get() + 1);
  return work.finally(() => preparingFiles.set(preparingFiles.get() - 1));
}
