import type { ReactNode } from 'react';
import { ConversationPanel } from '#web/features/messaging/conversation-panel.tsx';
import { useScreenHeight } from '#web/features/messaging/use-screen-height.ts';
import { useWide } from '#web/features/messaging/use-wide.ts';
import '#web/features/messaging/talk-screen.css';

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
          <ConversationPanel memberId={memberId} shown={shown} heading={shown ? 'h2' : 'h1'} />
        </div>
      )}
      <div className="talk__thread">{children}</div>
    </div>
  );
}
