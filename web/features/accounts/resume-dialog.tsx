import { type FormEvent, useId, useRef, useState } from 'react';
import { paths } from '#shared/site/paths.ts';
import { PasswordField } from '#web/forms/password-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { putOffResuming } from '#web/lib/session/auth.ts';
import { useSession } from '#web/lib/session/session.ts';
import { resume } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const missing = { ok: false, code: 'missing', message: 'Saisissez votre mot de passe' } as const;

/**
 * Shown over any page when the member's session ends. They sign in again as the same member and their act
 * continues. After closing, it appears again with their next act.
 */
export function ResumeDialog({ email }: { email: string }) {
  const { signOut } = useSession();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ code: string; message: string }>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const outcome = password === '' ? missing : await resume(email, password);
    // Otherwise the dialog is already closed.
    if (outcome.ok) return;
    setBusy(false);
    setProblem(outcome);
    field.current?.focus();
  };
  return (
    <Dialog
      open
      title="Reconnectez-vous pour continuer"
      size="small"
      onClose={putOffResuming}
      footer={
        <>
          <Button onClick={() => void signOut()}>Se déconnecter</Button>
          <SubmitButton form={formId} busy={isBusy} busyText="Connexion…">
            Se reconnecter
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <p>Votre session a pris fin. Rien de ce que vous avez saisi n'est perdu.</p>
        <TextField
          label="Email"
          id="resume-email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <PasswordField
          label="Mot de passe"
          id="resume-password"
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          ref={field}
          data-autofocus
          value={password}
          error={problem?.message}
          onChange={({ target }) => {
            setPassword(target.value);
            setProblem(undefined);
          }}
        />
        {/* A plain link, because the dialog is outside the router. */}
        {problem?.code === 'blocked' && (
          <p>
            <a href={paths.contact}>Nous contacter</a>
          </p>
        )}
      </form>
    </Dialog>
  );
}
