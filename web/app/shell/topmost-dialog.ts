import { useSyncExternalStore } from 'react';
import { modals } from '#web/lib/modals.ts';

const topmost = () => modals.get().at(-1);
const noDialog = () => undefined;

/** The topmost open modal dialog, if there is one. Only its content can be pressed or heard. */
export const useTopmostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(modals.subscribe, topmost, noDialog);
