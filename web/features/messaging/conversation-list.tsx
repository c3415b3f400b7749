import { Link } from 'react-router-dom';
import type { Conversation } from '#shared/messaging/contract.ts';
import { listTime, nameOf, unreadText } from '#shared/messaging/words.ts';
import { Avatar } from '#web/components/avatar.tsx';
import { threadPath } from '#web/features/messaging/new-message-notice.ts';

/** A member's conversations, the latest first. */
export const ConversationList = ({
  conversations,
  memberId,
}: {
  conversations: readonly Conversation[];
  memberId: string;
}) => (
  <ul className="conversation-list">
    {conversations.map((conversation) => (
      <li key={`${conversation.with.id} ${conversation.parcel?.id}`}>
        <Row conversation={conversation} memberId={memberId} />
      </li>
    ))}
  </ul>
);

function Row({ conversation, memberId }: { conversation: Conversation; memberId: string }) {
  const { with: other, parcel, lastMessage, unread, updatedAt } = conversation;
  return (
    <Link className="conversation-row" to={threadPath(other.id, parcel?.id)}>
      <Avatar member={other} />
      <span className="conversation-row__text">
        <span className="conversation-row__name">
          <bdi>{nameOf(other)}</bdi>
        </span>
        {parcel && (
          <span className="small conversation-row__parcel" dir="auto">
            {parcel.title}
          </span>
        )}
        <span className={`small ${unread > 0 ? 'conversation-row__unread' : 'muted'}`}>
          {lastMessage.senderId === memberId && 'Vous : '}
          <bdi>{lastMessage.preview}</bdi>
        </span>
      </span>
      <span className="conversation-row__facts small">
        <time className="muted" dateTime={updatedAt}>
          {listTime(updatedAt)}
        </time>
        {unread > 0 && <span className="conversation-row__count">{unreadText(unread)}</span>}
      </span>
    </Link>
  );
}
