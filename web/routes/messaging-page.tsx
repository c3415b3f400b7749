import { messagingWords } from '#shared/messaging/words.ts';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { ConversationPanel } from '#web/features/messaging/conversation-panel.tsx';
import { TalkScreen } from '#web/features/messaging/talk-screen.tsx';
import { useWide } from '#web/features/messaging/use-wide.ts';

/** `/messaging?filter=&q=` (product 2.2): the member's conversations. Wide screens also show one conversation. */
export function MessagingPage() {
  const wide = useWide();
  return (
    <div className={wide ? 'talk-page' : 'container container--form'}>
      <AccountNeeded title="Messagerie">
        {({ id }) =>
          wide ? (
            <TalkScreen memberId={id}>
              <p className="talk__nothing muted">{messagingWords.select}</p>
            </TalkScreen>
          ) : (
            <div className="page">
              <ConversationPanel memberId={id} heading="h1" />
            </div>
          )
        }
      </AccountNeeded>
    </div>
  );
}
