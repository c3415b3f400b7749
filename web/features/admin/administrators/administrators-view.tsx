import '#web/features/admin/admin.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, UserPlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Administrator, NewAdministrator } from '#shared/admin/administrators.ts';
import { administratorStateLabels, operationFailed } from '#shared/admin/words.ts';
import { adminApi, adminQuery } from '#web/features/admin/api.ts';
import { secondFactorApi } from '#web/features/second-factor/api.ts';
import { OwnSecondFactor } from '#web/features/second-factor/own-second-factor.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed, failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { momentText, shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

function ResetSecondFactor({ administrator: { id, email } }: { administrator: Administrator }) {
  const [isAsked, setAsked] = useState(false);
  const [resets, setResets] = useState(0);
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const reset = async () => {
    const options = { idempotencyKey: keyOfTry({ id, resets }) };
    await secondFactorApi.resetSecondFactor({ params: { administratorId: id } }, options).catch((error: unknown) => {
      throw new ActFailed({ detail: operationFailed(asProblem(error).detail) });
    });
    setResets(resets + 1);
    toast.success('Validation en deux étapes réinitialisée', email);
    void touch(queries, ['admin', 'adminLogs']);
  };
  return (
    <>
      <Button
        variant="link"
        size="small"
        aria-label={`Réinitialiser la validation en deux étapes : ${email}`}
        onClick={() => setAsked(true)}
      >
        Réinitialiser la validation
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Réinitialiser la validation en deux étapes ?"
        confirm="Réinitialiser"
        destructive
        onConfirm={reset}
        onClose={() => setAsked(false)}
      >
        <p>
          L'application et les codes de secours de {email} ne servent plus, et le panel lui est fermé jusqu'à une
          nouvelle configuration, avec son mot de passe. Un email l'en informe. Vérifiez d'abord par un autre moyen que
          la demande vient bien de cette personne.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface Act {
  readonly name: 'deactivate' | 'reactivate' | 'delete' | 'withdraw';
  readonly send: (options: CallOptions) => Promise<unknown>;
  readonly done: string;
  readonly failed: (message: string) => string;
}

/** Changes or removes an administrator. Each act throws `ActFailed`. `onGone` is called after the removal. */
function useAdministratorActs(administrator: Administrator, onGone: () => void) {
  const { id, email, state } = administrator;
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const call = { params: { administratorId: id } };
  const isInvited = state === 'invited';
  const act = useMutation({
    mutationFn: ({ name, send }: Act) => send({ idempotencyKey: keyOfTry({ name, id, state }) }),
    onSuccess: async (_, { name, done }) => {
      toast.success(done, email);
      await touch(queries, ['admin', 'administrators'], ['admin', 'adminLogs']);
      if (name === 'delete' || name === 'withdraw') onGone();
    },
  });
  const perform = (wanted: Act) =>
    act.mutateAsync(wanted).catch((error: unknown) => {
      const { code, detail } = asProblem(error);
      const isFinal = code === 'NOT_FOUND' || code === 'ALREADY_DECIDED';
      const refresh = () => touch(queries, ['admin', 'administrators']);
      throw new ActFailed({ detail: wanted.failed(detail), ...(isFinal ? { isFinal, onClosed: refresh } : {}) });
    });
  const deactivate = () =>
    perform({
      name: 'deactivate',
      send: (options) => adminApi.deactivateAdministrator(call, options),
      done: 'Administrateur désactivé',
      failed: (message) => `Erreur lors de la désactivation: ${message}`,
    });
  const reactivate = () =>
    perform({
      name: 'reactivate',
      send: (options) => adminApi.reactivateAdministrator(call, options),
      done: 'Administrateur réactivé',
      failed: (message) => `Erreur lors de la réactivation: ${message}`,
    });
  const remove = () =>
    perform({
      name: isInvited ? 'withdraw' : 'delete',
      send: (options) => adminApi.deleteAdministrator(call, options),
      done: isInvited ? 'Invitation retirée' : 'Administrateur supprimé',
      failed: (message) => `Erreur lors de la suppression: ${message}`,
    });
  return { deactivate, reactivate, remove, isPending: act.isPending };
}

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
      <div className="cluster admin-card__top">
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
    <div className="cluster admin-card__acts">
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

const missing = 'Veuillez saisir un email valide.';
const Form = z.object({ email: z.pipe(z.string().check(z.minLength(1, missing)), NewAdministrator.shape.email) });

/**
 * Asks for the address of a new administrator. A member gets the rights immediately, any other address an invitation.
 */
function AddAdministrator({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const add = useMutation({
    mutationFn: (body: { email: string }) => adminApi.addAdministrator({ body }, { idempotencyKey: keyOfTry(body) }),
    onSuccess: ({ email, state }) => {
      if (state === 'invited')
        toast.success('Invitation envoyée', `${email} devient administrateur en confirmant son compte, sous 7 jours.`);
      else toast.success('Administrateur ajouté', email);
      void touch(queries, ['admin', 'administrators'], ['admin', 'adminLogs']);
      onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Form),
    defaultValues: { email: '' },
  });
  /** A refusal of one address does not apply to the next. */
  const forgetRefusal = () => {
    if (add.isError) add.reset();
  };
  const { errors, submitCount } = formState;
  const refusal = add.error ? asProblem(add.error) : undefined;
  const field = errors.email?.message ?? refusal?.fields['email'];
  const isKnown = refusal?.code === 'ALREADY_ADMINISTRATOR';
  const said = refusal && !refusal.fields['email'] ? refusal.detail : undefined;
  const close = heldWhile(add.isPending, onClose);
  return (
    <Dialog
      open
      size="small"
      title="Ajouter un administrateur"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Annuler</Button>
          <SubmitButton form={formId} busy={add.isPending} busyText="Ajout…">
            Ajouter
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => void handleSubmit((body) => add.mutate(body))(event)}
      >
        <ErrorSummary
          errors={errors}
          attempt={submitCount + Number(refusal !== undefined)}
          title={errors.email?.message === missing ? 'Email requis' : said === undefined ? undefined : 'Erreur'}
          formError={said === undefined || isKnown ? said : `Erreur lors de l'ajout: ${said}`}
        />
        <p>
          Un membre dont l'adresse est confirmée devient administrateur tout de suite. Toute autre adresse reçoit une
          invitation, valable 7 jours.
        </p>
        <EmailField error={field} autoComplete="off" {...register('email', { onChange: forgetRefusal })} />
      </form>
    </Dialog>
  );
}
