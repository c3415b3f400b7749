import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { deletionDelayDays, deletionTime } from '#shared/account-deletion/rules.ts';
import type { Me } from '#shared/accounts/me.ts';
import { longDay } from '#shared/values/time.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { ConfirmingWord, focusWord, isConfirmed, wordMissing } from '#web/forms/confirming-word.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { signInAgain } from '#web/lib/session/sign-in.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/accounts/accounts.css';

/** The member ends their own account; administrators give up their rights first (rule 110). */
export function DeleteAccount({ me }: { me: Me }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section className="card card--roomy stack" aria-labelledby="delete-title">
      <h2 id="delete-title">Supprimer mon compte</h2>
      {me.isAdmin ? (
        <p className="muted">
          {me.isRootAdmin
            ? "Vous êtes l'administrateur principal : votre compte ne peut pas être supprimé."
            : "Vous êtes administrateur. Demandez d'abord à l'administrateur principal de retirer vos droits."}
        </p>
      ) : (
        <>
          <p className="muted">
            Votre profil et vos annonces disparaissent aussitôt. Pendant {deletionDelayDays} jours, vous pouvez encore
            changer d'avis.
          </p>
          <Button onClick={() => setAsked(true)}>Supprimer mon compte</Button>
        </>
      )}
      {isAsked && <Question email={me.email} onClose={() => setAsked(false)} />}
    </section>
  );
}

/** The consequences, the word and the password. Typed text stays after a failure. */
function Question({ email, onClose }: { email: string; onClose: () => void }) {
  const [word, setWord] = useState('');
  const [password, setPassword] = useState('');
  const { request, errors, isBusy } = useDeletionRequest(email);
  const formId = useId();
  const panel = useRef<HTMLDivElement>(null);
  // Focus the field after its error has rendered, so screen readers announce both. On a phone the page scrolls to both.
  useEffect(() => {
    if (errors.word) focusWord();
    else if (errors.password) document.getElementById(fieldId('leaving-password'))?.focus();
    else panel.current?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void request(word, password);
  };
  const close = heldWhile(isBusy, onClose);
  return (
    <Dialog
      open
      title="Supprimer votre compte ?"
      size="medium"
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Garder mon compte
          </Button>
          <SubmitButton form={formId} variant="destructive" busy={isBusy} busyText="Un instant…">
            Supprimer mon compte
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={submit}>
        <Consequences />
        {errors.form && (
          <div ref={panel} tabIndex={-1}>
            <ErrorPanel title={errors.form.title} message={errors.form.detail} />
          </div>
        )}
        <ConfirmingWord value={word} error={errors.word} onChange={setWord} />
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Votre mot de passe"
          name="leaving-password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  );
}

function Consequences() {
  const [day] = useState(() => longDay(deletionTime(Date.now()).day));
  return (
    <>
      <p>
        Dès maintenant, personne ne voit plus votre profil ni vos annonces, et vos autres appareils sont déconnectés. Le{' '}
        <strong>{day}</strong>, sont effacés pour toujours :
      </p>
      <ul className="points leaving-things">
        <li>votre profil, vos documents et vos photos</li>
        <li>vos colis et vos trajets, avec leur historique</li>
        <li>vos amis, et les avis que vous avez donnés ou reçus</li>
      </ul>
      <p>
        Les membres à qui vous avez écrit gardent vos messages, sous le nom « Ancien membre ». Vos justificatifs de
        paiement sont conservés sans votre nom. Passé le délai de rétractation de 14 jours, un abonnement en cours n'est
        pas remboursé ; avant, renoncez d'abord au contrat, sur la page « Moyen de paiement ».
      </p>
      <p>D'ici là, il suffit de vous connecter pour annuler.</p>
    </>
  );
}

interface DeletionErrors {
  word?: string;
  password?: string;
  form?: { title: string; detail: string };
}

/** Checks the word and the password, and schedules the deletion of the account. */
function useDeletionRequest(email: string) {
  const { refresh } = useSession();
  const [errors, setErrors] = useState<DeletionErrors>({});
  const [isBusy, setBusy] = useState(false);
  const keyOfTry = useIdempotencyKey();
  const request = async (word: string, password: string) => {
    if (isBusy) return;
    const missing = {
      ...(isConfirmed(word) ? {} : { word: wordMissing }),
      ...(password === '' ? { password: 'Indiquez votre mot de passe' } : {}),
    };
    setErrors(missing);
    if (missing.word || missing.password) return;
    setBusy(true);
    try {
      const { leavesOn } = await accountsApi.deleteMe(
        { body: { password } },
        { idempotencyKey: keyOfTry({ password }) },
      );
      // Every session has ended, and this one begins again.
      await signInAgain(email, password);
      toast.success('Suppression demandée', `Votre compte sera supprimé le ${longDay(leavesOn)}.`);
      await refresh();
    } catch (error) {
      const { title, detail, fields } = asProblem(error);
      setErrors(fields['password'] ? { password: fields['password'] } : { form: { title, detail } });
      setBusy(false);
    }
  };
  return { request, errors, isBusy };
}
