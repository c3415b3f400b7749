import '#web/app/shell/layout.css';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { laterBanners } from '#web/lib/later-banners.ts';
import { useTopmostDialog } from '#web/lib/modals.ts';
import { followShownValues } from '#web/lib/shown-values.ts';
import { type Toast, type ToastKind, type ToastLink, toast, toastDurationMs, toasts } from '#web/lib/toast.ts';
import { followTyping } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';

const icons: Record<ToastKind, typeof Info> = { success: CircleCheck, error: TriangleAlert, info: Info };

function ToastCard({ entry, paused }: { entry: Toast; paused: boolean }) {
  const { id, kind, title, description, link } = entry;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => toast.dismiss(id), toastDurationMs[kind]);
    return () => clearTimeout(timer);
  }, [paused, id, kind]);
  const Icon = icons[kind];
  return (
    <span className={`surface toast toast--${kind}`}>
      <Icon className="toast__icon" size={20} aria-hidden="true" />
      <span className="toast__words">
        <span className="toast__title">{title}</span>
        {description && <span className="toast__text">{description}</span>}
        {link && <WayOut link={link} onAct={() => toast.dismiss(id)} />}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Fermer la notification : ${title}`}
        onClick={() => toast.dismiss(id)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </span>
  );
}

function WayOut({ link, onAct }: { link: ToastLink; onAct: () => void }) {
  if ('to' in link) return <WayOutLink wayOut={link} />;
  return (
    <Button variant="link" size="small" onClick={() => (onAct(), link.act())}>
      {link.text}
    </Button>
  );
}

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

/**
 * Keeps a fixed region away from all controls (`holdFreePlace`, loaded with the first content), except while `held`,
 * when the member is about to press it. A change of `content` is measured again.
 */
function useFreePlace(region: RefObject<HTMLElement | null>, content: readonly unknown[], held: boolean): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || content.length === 0 || held) return;
    let isOver = false;
    let letGo: (() => void) | undefined;
    // Offline it stays where the style places it.
    void import('#web/lib/hold-free-place.ts').then(
      ({ holdFreePlace }) => {
        if (!isOver) letGo = holdFreePlace(element);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      letGo?.();
    };
  }, [region, content, held]);
}
