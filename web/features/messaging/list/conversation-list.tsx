import { Link } from 'react-router-dom';
import type { Conversation } from '#shared/messaging/contract.ts';
import { nameOf, unreadText } from '#shared/messaging/words.ts';
import { trackingNumber } from '#shared/parcels/rules.ts';
import { type ConversationList as ConversationLinks, paths } from '#shared/site/paths.ts';
import { unavailableMember } from '#web/features/profiles/member-line.tsx';
import { listTime } from '#web/lib/moments.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import '#web/features/messaging/list/conversation-list.css';

export const ConversationList = ({
  conversations,
  memberId,
  shown,
  kept = {},
}: {
  conversations: readonly Conversation[];
  memberId: string;
  shown?: { userId: string; parcelId: string | undefined } | undefined;
  /** Query parameters that each link keeps. */
  kept?: ConversationLinks;
}) => (
  <ul className="surface conversation-list">
    {conversations.map((conversation) => (
      <li key={`${conversation.with.id} ${conversation.parcel?.id}`}>
        <Row
          conversation={conversation}
          memberId={memberId}
          isShown={conversation.with.id === shown?.userId && conversation.parcel?.id === shown.parcelId}
          kept={kept}
        />
      </li>
    ))}
  </ul>
);

interface RowProps {
  conversation: Conversation;
  memberId: string;
  isShown: boolean;
  kept: ConversationLinks;
}

function Row({ conversation, memberId, isShown, kept }: RowProps) {
  const { with: other, parcel, lastMessage, unread, updatedAt } = conversation;
  return (
    <Link
      className="conversation-row"
      to={paths.conversation(other.id, parcel?.id, kept)}
      aria-current={isShown ? 'page' : undefined}
    >
      <Avatar member={other} />
      <span className="conversation-row__name">
        <bdi translate="no">{nameOf(other)}</bdi>
      </span>
      <time className="small muted" dateTime={updatedAt}>
        {listTime(updatedAt)}
      </time>
      <span className="small conversation-row__parcel" dir="auto">
        {parcel && (parcel.title ?? `Colis ${trackingNumber(parcel.id)}`)}
      </span>
      <span className="small conversation-row__count">{unread > 0 && unreadText(unread)}</span>
      <span className={`small conversation-row__preview ${unread > 0 ? 'conversation-row__preview--unread' : 'muted'}`}>
        {lastMessage.senderId === memberId && 'Vous : '}
        <bdi>{lastMessage.preview}</bdi>
      </span>
      {other.unavailable && <span className="small conversation-row__note">{unavailableMember}</span>}
    </Link>
  );
}
