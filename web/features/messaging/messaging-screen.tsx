import '#web/features/messaging/list/conversation-list.css';
import { type ReactNode, Suspense, useEffect } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useWide } from './use-wide.ts';

const lowPx = 440;

/**
 * Gives the styles the free height above a phone's keyboard, and its top. Some browsers shrink the page for the
 * keyboard, others only the visual viewport.
 */
function useScreenHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const { style } = root;
    const fit = () => {
      // While the page is zoomed, the visible part is smaller without a keyboard.
      if (viewport.scale > 1) return;
      style.setProperty('--screen', `${viewport.height}px`);
      style.setProperty('--screen-top', `${viewport.offsetTop}px`);
      root.toggleAttribute('data-low', viewport.height < lowPx);
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
      style.removeProperty('--screen');
      style.removeProperty('--screen-top');
      root.removeAttribute('data-low');
    };
  }, []);
}

/** Phones do not load it with a conversation. */
const ConversationPanel = lazyPart(() =>
  import('#web/features/messaging/list/conversation-panel.tsx').then((file) => file.ConversationPanel),
);

interface MessagingScreenProps {
  memberId: string;
  shown?: { userId: string; parcelId: string | undefined };
  children: ReactNode;
}

/** A screen that never scrolls as a whole: on phones only the conversation, on wide screens also the list. */
export function MessagingScreen({ memberId, shown, children }: MessagingScreenProps) {
  useScreenHeight();
  const wide = useWide();
  return (
    <div className="messaging-screen">
      {wide && (
        <div className="messaging-screen__list">
          <Suspense fallback={<ListOnItsWay />}>
            <ConversationPanel memberId={memberId} shown={shown} heading={shown ? 'h2' : 'h1'} />
          </Suspense>
        </div>
      )}
      <div className="messaging-screen__thread">{children}</div>
    </div>
  );
}

const ListOnItsWay = () => (
  <Loading>
    <Skeleton height="30rem" />
  </Loading>
);
