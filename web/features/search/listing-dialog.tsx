import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Reliability } from '#shared/profiles/reliability.ts';
import { of } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { TrustFacts } from '#web/features/profiles/trust-facts.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/search/search.css';

interface ListingDialogProps<Listing> {
  reading: UseQueryResult<Listing>;
  titleOf: (listing: Listing) => string;
  untitled: string;
  missing: string;
  onClose: () => void;
  ownActions: (listing: Listing) => ReactNode;
  actions: (listing: Listing) => ReactNode;
  children: (listing: Listing) => ReactNode;
}

export function ListingDialog<Listing extends { ownerId: string }>(props: ListingDialogProps<Listing>) {
  const { reading, titleOf, untitled, missing, onClose, ownActions, actions, children } = props;
  const { me } = useSession();
  const problem = reading.isError ? asProblem(reading.error) : undefined;
  const isMissing = problem?.code === 'NOT_FOUND';
  // A cached listing that is no longer visible is not shown.
  const listing = isMissing ? undefined : reading.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={listing ? titleOf(listing) : untitled}
      footer={
        isMissing ? (
          <Button variant="primary" onClick={onClose}>
            Voir les autres annonces
          </Button>
        ) : (
          listing && (listing.ownerId === me?.id ? ownActions(listing) : actions(listing))
        )
      }
    >
      {listing ? (
        children(listing)
      ) : isMissing ? (
        <ErrorPanel title={missing} message="Cette annonce n'existe plus, ou n'est pas disponible pour le moment." />
      ) : problem ? (
        <ErrorPanel
          title="Impossible de charger les données"
          message={problem.detail}
          onRetry={() => void reading.refetch()}
        />
      ) : (
        <Loading>
          <div className="stack">
            <Skeleton width="40%" />
            <Skeleton height="4rem" />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
          </div>
        </Loading>
      )}
    </Dialog>
  );
}

/** Link for an owner to the page where they manage their listings, beside another main act or alone. */
export const Manage = ({ to, isMain = true }: { to: string; isMain?: boolean }) => (
  <>
    <p className="dialog__note">C'est votre annonce</p>
    <Button as={Link} {...(isMain && { variant: 'primary' })} to={to}>
      Gérer
    </Button>
  </>
);

interface ListingOwnerProps {
  heading: string;
  owner: ComponentProps<typeof MemberLine>['member'];
  profile: string;
  reliability: Reliability | undefined;
}

/** The owner of the listing; a hidden owner has no name. */
export const ListingOwner = ({ heading, owner, profile, reliability }: ListingOwnerProps) => (
  <>
    <h3>{heading}</h3>
    {owner.firstName ? (
      <>
        <MemberLine member={owner} />
        {reliability && <TrustFacts facts={reliability} verified={owner.verified} />}
        {!owner.unavailable && (
          <Button as={Link} to={profile} aria-label={`Voir le profil ${of(isolated(owner.firstName))}`}>
            Voir le profil
          </Button>
        )}
      </>
    ) : (
      <p className="muted">Informations non disponibles</p>
    )}
  </>
);
