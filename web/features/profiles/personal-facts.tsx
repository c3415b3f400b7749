import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { shownPhone } from '#shared/values/formats.ts';
import { ofMember } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { longDayOf } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { profilesApi, useOwnAccount } from './api.ts';
import type { ProfileEditor as Editor } from './profile-form.tsx';

const ProfileEditor = lazyPart(() => import('./profile-form.tsx').then((file) => file.ProfileEditor));

interface PendingNameProps {
  me: Me;
  onEdit: (names?: Pick<Me, 'firstName' | 'lastName'>) => void;
}

/** State of a verified member's new name: it waits, or was refused. */
function PendingName({ me, onEdit }: PendingNameProps) {
  const { show } = useOwnAccount(me);
  const [asking, setAsking] = useState(false);
  const withdrawal = useMutation({
    mutationFn: () => profilesApi.withdrawName(),
    onSuccess: (changed) => {
      show(changed);
      if (me.newName) toast.success('Demande retirée', 'Votre nom reste celui qui a été vérifié.');
    },
  });
  const failed = 'Demande non enregistrée';
  const { newName, refusedName } = me;

  if (newName)
    return (
      <Callout tone="info" title="Nouveau nom en attente">
        <p>
          <bdi translate="no">{nameOf(newName)}</bdi>, demandé le {longDayOf(newName.at)}. Les autres membres voient{' '}
          <bdi translate="no">{nameOf(me)}</bdi> jusqu'à la décision, sous 24 à 48 heures.
        </p>
        <div className="cluster">
          <Button size="small" onClick={() => onEdit()}>
            Corriger le nouveau nom
          </Button>
          <Button variant="link" size="small" onClick={() => setAsking(true)}>
            Retirer la demande
          </Button>
        </div>
        <ConfirmDialog
          open={asking}
          title="Retirer votre demande ?"
          confirm="Retirer la demande"
          cancel="Garder la demande"
          onConfirm={() => withdrawal.mutateAsync().catch(failedAs(failed))}
          onClose={() => setAsking(false)}
        >
          <p>Vous gardez votre nom vérifié. Le document envoyé sera effacé.</p>
        </ConfirmDialog>
      </Callout>
    );
  if (!refusedName) return null;
  return (
    <Callout tone="error" title="Votre nouveau nom n'a pas été accepté">
      <p>
        <bdi translate="no">{nameOf(refusedName)}</bdi> : <span dir="auto">{refusedName.reason}</span>
      </p>
      <p>
        Votre profil reste vérifié, sous le nom <span translate="no">{ofMember(isolated(nameOf(me)))}</span>. Vous
        pouvez proposer un nom à nouveau, avec une photo de votre pièce d'identité.
      </p>
      <div className="cluster">
        <Button size="small" onClick={() => onEdit(refusedName)}>
          Proposer à nouveau
        </Button>
        <SubmitButton
          type="button"
          variant="default"
          size="small"
          busy={withdrawal.isPending}
          onClick={() => withdrawal.mutate(undefined, { onError: (error) => toast.failed(failed, error) })}
        >
          J'ai compris
        </SubmitButton>
      </div>
    </Callout>
  );
}

/** First name, last name, phone and e-mail: shown as text, or in the form while editing (product 1.2). */
export function PersonalFacts({ me }: { me: Me }) {
  const [editing, setEditing] = useState(false);
  const [names, setNames] = useState<ComponentProps<typeof Editor>['names']>();
  const edit = (from?: typeof names) => (setNames(from), setEditing(true));
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <section className="card card--roomy stack" aria-labelledby="facts-title">
      <h2 id="facts-title">Mes informations</h2>
      {editing ? (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="16rem" />
            </Loading>
          }
        >
          <ProfileEditor me={me} names={names} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          <Facts
            facts={{
              Prénom: <bdi translate="no">{me.firstName}</bdi>,
              Nom: <bdi translate="no">{me.lastName}</bdi>,
              Téléphone: <bdi translate={me.phone ? 'no' : undefined}>{shownPhone(me.phone) || 'Non renseigné'}</bdi>,
              Email: me.email,
            }}
          />
          <PendingName me={me} onEdit={edit} />
          <Button ref={opener} onClick={() => edit()}>
            Modifier le profil
          </Button>
        </>
      )}
    </section>
  );
}
