import { useSyncExternalStore } from 'react';
import { modals } from '#web/lib/modals.ts';

const topmost = () => modals.get().at(-1);
const noDialog = () => undefined;

/** The modal dialog that stands before everything else, if one does: only in it is something pressed or heard. */
export const useTopmostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(modals.subscribe, topmost, noDialog);
