import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Administrator } from '#shared/admin/administrators.ts';
import { administratorStateLabels } from '#shared/admin/words.ts';
import { AddAdministrator } from '#web/features/admin/administrators/add-administrator.tsx';
import { ResetSecondFactor } from '#web/features/admin/administrators/reset-second-factor.tsx';
import { useAdministratorActs } from '#web/features/admin/administrators/use-administrator-acts.ts';
import { adminQuery } from '#web/features/admin/api.ts';
import { OwnSecondFactor } from '#web/features/second-factor/own-second-factor.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { momentText, shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/admin/admin.css';

/** « Gestion Administrateurs » (product 2.2): all administrators read it, the root administrator changes it. */
export function AdministratorsView({ onLeave }: { onLeave: () => void }) {
  const { me } = useSession();
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const reading = useQuery(adminQuery('administrators'));
  return (
    <div className="container page stack">
      <div>
        <Button variant="link" onClick={onLeave}>
          <ArrowLeft size={18} aria-hidden="true" /> Retour au Panel
        </Button>
      </div>
      <AppearingHeading>Gestion Administrateurs</AppearingHeading>
      {me?.isRootAdmin ? (
        <div>
          <Button variant="primary" onClick={() => setAdding(true)}>
            <UserPlus size={18} aria-hidden="true" /> Ajouter un administrateur
          </Button>
        </div>
      ) : (
        <p className="muted">Seul l'administrateur principal peut changer cette liste.</p>
      )}
      {reading.isError && <PanelLoadFailed error={reading.error} onRetry={() => void reading.refetch()} />}
      {reading.isPending && <CardSkeletons count={3} />}
      {reading.data && (
        <div ref={list} tabIndex={-1} role="group" aria-label="Administrateurs">
          <ul className="admin-list">
            {reading.data.items.map((one) => (
              <AdministratorCard
                key={one.id}
                administrator={one}
                mayChange={me?.isRootAdmin === true}
                onGone={() => list.current?.focus()}
              />
            ))}
          </ul>
        </div>
      )}
      <div className="follows">
        <OwnSecondFactor />
      </div>
      {adding && <AddAdministrator onClose={() => setAdding(false)} />}
    </div>
  );
}

const tones: Readonly<Record<Administrator['state'], BadgeTone>> = {
  active: 'success',
  inactive: 'neutral',
  invited: 'pending',
};

function AdministratorCard(props: { administrator: Administrator; mayChange: boolean; onGone: () => void }) {
  const { administrator, mayChange, onGone } = props;
  const { email, state, createdAt, expiresAt, isRootAdmin } = administrator;
  const day = shortDayOf(createdAt);
  return (
    <li className="card admin-card">
      <div className="admin-card__top">
        <h2 className="admin-card__name">
          <bdi translate="no">{email}</bdi>
        </h2>
        <Badge tone={tones[state]}>{administratorStateLabels[state]}</Badge>
      </div>
      <p className="small muted">
        {expiresAt ? `Invité le ${day}, valable jusqu'au ${momentText(expiresAt)}` : `Ajouté le ${day}`}
      </p>
      {isRootAdmin && <p className="small">Admin principal - Ne peut pas être supprimé</p>}
      {mayChange && !isRootAdmin && <AdministratorActs administrator={administrator} onGone={onGone} />}
    </li>
  );
}

function AdministratorActs({ administrator, onGone }: { administrator: Administrator; onGone: () => void }) {
  const { email, state } = administrator;
  const [asked, setAsked] = useState<'deactivate' | 'remove'>();
  const { deactivate, reactivate, remove, isPending } = useAdministratorActs(administrator, onGone);
  const isInvited = state === 'invited';
  return (
    <div className="admin-card__acts">
      {state === 'active' && (
        <Button size="small" aria-label={`Désactiver : ${email}`} onClick={() => setAsked('deactivate')}>
          Désactiver
        </Button>
      )}
      {state === 'inactive' && (
        <Button
          size="small"
          aria-label={`Réactiver : ${email}`}
          disabled={isPending}
          onClick={() => void reactivate().catch((error: unknown) => toastFailure(failureOf(error)))}
        >
          Réactiver
        </Button>
      )}
      {!isInvited && <ResetSecondFactor administrator={administrator} />}
      <Button
        variant="link"
        size="small"
        aria-label={`${isInvited ? "Retirer l'invitation" : 'Supprimer'} : ${email}`}
        onClick={() => setAsked('remove')}
      >
        {isInvited ? "Retirer l'invitation" : 'Supprimer'}
      </Button>
      <ConfirmDialog
        open={asked === 'deactivate'}
        title={`Désactiver ${email} ?`}
        confirm="Désactiver"
        destructive
        onConfirm={deactivate}
        onClose={() => setAsked(undefined)}
      >
        <p>
          Cette personne perd ses droits d'administrateur tout de suite, et toutes ses sessions sont fermées. Son compte
          de membre reste ouvert. Vous pourrez la réactiver.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        title={isInvited ? "Retirer l'invitation ?" : 'Confirmer la suppression'}
        confirm={isInvited ? "Retirer l'invitation" : 'Supprimer'}
        destructive
        onConfirm={remove}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {isInvited
            ? `L'adresse ${email} ne deviendra pas administrateur. Vous pourrez l'inviter à nouveau.`
            : `L'administrateur ${email} est retiré de la liste et perd ses droits tout de suite. Cette action est irréversible. Son compte de membre reste ouvert.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}
