import { type ReactNode, Suspense } from 'react';
import { useScreenHeight } from '#web/features/messaging/use-screen-height.ts';
import { useWide } from '#web/features/messaging/use-wide.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/messaging/messaging-screen.css';

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
