import { createStore } from '#web/lib/store.ts';

/**
 * The open modal dialogs, the topmost last. Everything outside the topmost one is inert: it can be neither pressed nor
 * heard.
 */
export const modals = createStore<readonly HTMLDialogElement[]>([]);

/** Makes a dialog the topmost one; the returned function closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  modals.set([...modals.get(), dialog]);
  return () => {
    modals.set(modals.get().filter((standing) => standing !== dialog));
    dialog.close();
  };
}
