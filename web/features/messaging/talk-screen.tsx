import { type ReactNode, Suspense } from 'react';
import { useScreenHeight } from '#web/features/messaging/use-screen-height.ts';
import { useWide } from '#web/features/messaging/use-wide.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import '#web/features/messaging/talk-screen.css';

/** No phone loads it with a conversation. */
const ConversationPanel = lazyPart(() =>
  import('#web/features/messaging/conversation-panel.tsx').then((file) => file.ConversationPanel),
);

type TalkScreenProps = {
  memberId: string;
  /** The conversation on the screen, if one is. */
  shown?: { userId: string; parcelId: string | undefined };
  children: ReactNode;
};

/** A screen of its own that never scrolls as a whole: on phones the conversation alone, on wide ones beside the list. */
export function TalkScreen({ memberId, shown, children }: TalkScreenProps) {
  useScreenHeight();
  const wide = useWide();
  return (
    <div className="talk">
      {wide && (
        <div className="talk__list">
          <Suspense fallback={null}>
            <ConversationPanel memberId={memberId} shown={shown} heading={shown ? 'h2' : 'h1'} />
          </Suspense>
        </div>
      )}
      <div className="talk__thread">{children}</div>
    </div>
  );
}
