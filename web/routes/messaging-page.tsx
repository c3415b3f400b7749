import { messagingWords } from '#shared/messaging/words.ts';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { ConversationPanel } from '#web/features/messaging/list/conversation-panel.tsx';
import { MessagingScreen } from '#web/features/messaging/messaging-screen.tsx';
import { useWide } from '#web/features/messaging/use-wide.ts';

/** `/messaging?filter=&q=` (product 2.2): the member's conversations. Wide screens also show one conversation. */
export function MessagingPage() {
  const wide = useWide();
  return (
    <div className={wide ? 'messaging-page' : 'container container--form'}>
      <AccountNeeded title="Messagerie">
        {({ id }) =>
          wide ? (
            <MessagingScreen memberId={id}>
              <p className="messaging-screen__nothing muted">{messagingWords.select}</p>
            </MessagingScreen>
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
