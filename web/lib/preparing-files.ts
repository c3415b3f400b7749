import { createStore } from '#web/lib/store.ts';

/**
 * Chosen files that this page is preparing, and the number refused so far. `SubmitButton` waits for the first, and
 * drops the press when the second rises.
 */
export const preparingFiles = createStore({ count: 0, refused: 0 });

/** Follows a field's work on chosen files. It resolves to whether the field took them, and never rejects. */
export async function untilPrepared(work: Promise<boolean>): Promise<void> {
  const change = (count: number, refused = 0) => {
    const before = preparingFiles.get();
    preparingFiles.set({ count: before.count + count, refused: before.refused + refused });
  };
  change(1);
  const isTaken = await work;
  change(-1, isTaken ? 0 : 1);
}
