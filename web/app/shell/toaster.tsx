import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useFreePlace } from '#web/forms/place/use-free-place.ts';
import { laterBanners } from '#web/lib/later-banners.ts';
import { useTopmostDialog } from '#web/lib/modals.ts';
import { followShownValues } from '#web/lib/shown-values.ts';
import { type Toast, toast, toasts } from '#web/lib/toast.ts';
import { followTyping } from '#web/lib/unsaved.ts';
import '#web/app/shell/toaster.css';
import { ToastCard } from '#web/app/shell/toast-card.tsx';

/**
 * Brief notices, in the page or in the dialog over it (decision 021). Errors disappear with their page or the next try.
 * The notice of a new version stays at the bottom of the window.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get);
  const { newVersion } = useSyncExternalStore(laterBanners.subscribe, laterBanners.get, laterBanners.get);
  const dialog = useTopmostDialog();
  const { pathname, search } = useLocation();
  useEffect(() => toast.arrive(pathname, search), [pathname, search]);
  useEffect(followTyping, []);
  useEffect(followShownValues, []);
  useEffect(() => {
    document.addEventListener('submit', toast.retry, true);
    return () => document.removeEventListener('submit', toast.retry, true);
  }, []);
  return (
    <>
      <Region shown={dialog ? none : shown} lasting={newVersion} inert={dialog !== undefined} />
      {dialog && createPortal(<Region shown={shown} inert={false} />, dialog)}
    </>
  );
}

const none: readonly Toast[] = [];

/**
 * A region of notices. It exists before any notice, so that screen readers announce new ones. `inert`: another region
 * is on top of it. Notices stay while the pointer or the focus is on them, and cover no control.
 */
function Region({ shown, lasting, inert }: { shown: readonly Toast[]; lasting?: ReactNode; inert: boolean }) {
  const region = useRef<HTMLElement>(null);
  const attended = useAttention(region);
  useFreePlace(region, shown, attended);
  return (
    <section ref={region} className="toaster" aria-label="Notifications" inert={inert}>
      <output aria-live="polite" aria-atomic="false">
        {lasting}
        {shown.map((entry) => (
          <ToastCard key={entry.id} entry={entry} paused={attended} />
        ))}
      </output>
    </section>
  );
}

function useAttention(region: RefObject<HTMLElement | null>): boolean {
  const [inside, setInside] = useState({ pointer: false, focus: false });
  useEffect(() => {
    const element = region.current;
    const follow = ({ type }: Event) =>
      setInside((before) => ({
        pointer: type === 'pointerenter' || (before.pointer && type !== 'pointerleave'),
        focus: type === 'focusin' || (before.focus && type !== 'focusout'),
      }));
    const types = ['pointerenter', 'pointerleave', 'focusin', 'focusout'];
    for (const type of types) element?.addEventListener(type, follow);
    return () => types.forEach((type) => element?.removeEventListener(type, follow));
  }, [region]);
  return inside.pointer || inside.focus;
}
