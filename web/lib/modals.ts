import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';

/** The open modal dialogs, the topmost last. Everything outside the topmost one is inert. */
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

const topmost = () => modals.get().at(-1);
const noDialog = () => undefined;

/** The topmost open modal dialog, if there is one. Only its content can be pressed or heard. */
export const useTopmostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(modals.subscribe, topmost, noDialog);
