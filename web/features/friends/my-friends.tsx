import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { friendsApi, useFriendship } from '#web/features/friends/use-friendship.ts';
import { MemberRating, VerifiedTick } from '#web/features/profiles/member-line.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton, SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/profiles/profile.css';
import type { BlockedMember } from '#shared/friends/contract.ts';
import { UnblockButton } from '#web/features/friends/own-block.tsx';

export function MyFriends() {
  const { pages, error, retry, more } = usePages(queryKey('friends', 'myFriends'), (cursor, options) =>
    friendsApi.myFriends({ query: { cursor } }, options),
  );
  const friends = pages?.flatMap(({ items }) => items);
  return (
    <>
      {error && <LoadFailed title="Impossible de charger vos amis" error={error} onRetry={retry} />}
      {!friends && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
        </Loading>
      )}
      {friends?.length === 0 && <p className="muted">Ajoutez un membre depuis son profil : vous le retrouverez ici.</p>}
      {friends && friends.length > 0 && (
        <ul className="friends">
          {friends.map((friend) => (
            <Friend key={friend.id} friend={friend} />
          ))}
        </ul>
      )}
      <MoreButton {...more} />
    </>
  );
}

function Friend({ friend }: { friend: Card }) {
  const friendship = useFriendship(friend.id);
  const name = [friend.firstName, friend.lastName].filter(Boolean).join(' ');
  return (
    <li className="cluster friend">
      <Avatar member={friend} />
      <div className="friend__who">
        <span className="member-line__name">
          <Link className="lone-link" to={paths.member(friend.id)}>
            <bdi translate="no">{name}</bdi>
          </Link>
          {friend.verified && <VerifiedTick />}
        </span>
        <MemberRating member={friend} />
      </div>
      <div className="row friend__acts">
        <Link className="icon-button" to={paths.conversation(friend.id)} aria-label={`Écrire à ${isolated(name)}`}>
          <MessageCircle aria-hidden="true" />
        </Link>
        <SubmitButton
          type="button"
          variant="default"
          size="small"
          aria-label={`Retirer ${isolated(name)} de mes amis`}
          busy={friendship.isPending}
          onClick={() => friendship.mutate('remove')}
        >
          Retirer
        </SubmitButton>
      </div>
    </li>
  );
}

export function BlockedMembers() {
  const { pages, error, retry, more } = usePages(queryKey('friends', 'myBlocks'), (cursor, options) =>
    friendsApi.myBlocks({ query: { cursor } }, options),
  );
  const members = pages?.flatMap(({ items }) => items);
  return (
    <section className="card card--roomy stack" aria-labelledby="blocked-title">
      <h2 id="blocked-title">Membres bloqués</h2>
      {error && <LoadFailed title="Impossible de charger les membres bloqués" error={error} onRetry={retry} />}
      {!members && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
        </Loading>
      )}
      {members?.length === 0 && <p className="muted">Vous n'avez bloqué personne.</p>}
      {members && members.length > 0 && (
        <ul className="friends">
          {members.map((member) => (
            <Blocked key={member.id} member={member} />
          ))}
        </ul>
      )}
      <MoreButton {...more} />
    </section>
  );
}

function Blocked({ member }: { member: BlockedMember }) {
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ');
  return (
    <li className="cluster friend">
      <Avatar member={member} />
      <bdi className="friend__who" translate="no">
        {name}
      </bdi>
      <UnblockButton userId={member.id} label={`Débloquer ${isolated(name)}`} />
    </li>
  );
}
