import type { BlockedMember } from '#shared/friends/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { UnblockButton } from '#web/features/friends/own-block.tsx';
import { friendsApi } from '#web/features/friends/use-friendship.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import '#web/features/profiles/profile.css';

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
