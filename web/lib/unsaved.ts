import { useEffect } from 'react';

/** Forms whose text survives the page (drafts), and fields that only change a list. */
const kept = '[data-kept], [role=search], search';
const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|email|tel|password|url|number)$/.test(target.type));

const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();
const held = new Set<object>();

/** Tracks the fields that a person has typed into, until the returned function is called. */
export function followTyping(): () => void {
  const note = ({ target }: Event) => {
    if (isText(target) && !target.closest(kept)) typed.add(target);
  };
  document.addEventListener('input', note);
  return () => document.removeEventListener('input', note);
}

/** Input that no field shows, such as a chosen photo, would be lost with the page while `isHeld`. */
export function useUnsaved(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return undefined;
    const here = {};
    held.add(here);
    return () => void held.delete(here);
  }, [isHeld]);
}

export const holdsUnsaved = (): boolean =>
  held.size > 0 || [...typed].some((field) => field.isConnected && field.value !== '');
