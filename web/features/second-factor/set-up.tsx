import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { BegunPassword, OneTimeCode } from '#shared/second-factor/contract.ts';
import { secondFactorApi } from '#web/features/second-factor/api.ts';
import { CodeForm } from '#web/features/second-factor/code-form.tsx';
import { RecoveryCodes } from '#web/features/second-factor/recovery-codes.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { proved } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/second-factor/second-factor.css';

const QrCode = lazyPart(() => import('#web/features/deliveries/qr-code.tsx').then((file) => file.QrCode));

interface Begun {
  readonly key: string;
  readonly uri: string;
}

/** The steps of the set-up: the password, the application with its first code, the recovery codes. */
export function SetUp({ email, done, onDone }: { email: string; done: string; onDone: () => void }) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <div className="stack">
        <StepHeading>Notez vos codes de secours</StepHeading>
        <RecoveryCodes codes={codes} done={done} onDone={onDone} />
      </div>
    );
  }
  if (begun) return <Application begun={begun} onAgain={() => setBegun(undefined)} onDone={setCodes} />;
  return <Password email={email} onBegun={setBegun} />;
}

/** A step replaces the one before: its heading takes the focus. */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="step-heading">
      {children}
    </h2>
  );
}

function Password({ email, onBegun }: { email: string; onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const begin = useMutation({
    mutationFn: () => secondFactorApi.beginSecondFactor({ body: { password } }),
    onSuccess: onBegun,
    onError: () => field.current?.focus(),
  });
  const refusal = begin.error ? asProblem(begin.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = BegunPassword.safeParse(password);
    setMissing(checked.error?.issues[0]?.message);
    if (checked.success) begin.mutate();
    else field.current?.focus();
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>
        Il vous faut votre téléphone et une application d'authentification, par exemple Google Authenticator, Microsoft
        Authenticator ou FreeOTP. Elle affiche un code à 6 chiffres qui change toutes les 30 secondes.
      </p>
      {refusal && !refusal.fields['password'] && <ErrorPanel message={refusal.detail} />}
      {/* Password managers fill the one of this address. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Votre mot de passe"
        name="password"
        id="second-factor-password"
        hint="Pour être sûrs que c'est bien vous. Un email vous prévient."
        autoComplete="current-password"
        data-autofocus
        ref={field}
        value={password}
        error={missing ?? refusal?.fields['password']}
        onChange={({ target }) => {
          setPassword(target.value);
          setMissing(undefined);
          begin.reset();
        }}
      />
      <SubmitButton busy={begin.isPending} busyText="Vérification…">
        Commencer
      </SubmitButton>
    </form>
  );
}

function Application(props: { begun: Begun; onAgain: () => void; onDone: (codes: readonly string[]) => void }) {
  const { begun, onAgain, onDone } = props;
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const finish = async (code: string, idempotencyKey: string) => {
    const { codes, until } = await secondFactorApi.finishSecondFactor({ body: { code } }, { idempotencyKey });
    proved(until);
    onDone(codes);
  };
  const groups = begun.key.match(/.{1,4}/g) ?? [];
  return (
    <div className="stack">
      <StepHeading>Ajoutez votre compte à l'application</StepHeading>
      <p>Scannez ce code QR avec votre application d'authentification.</p>
      <Suspense fallback={<p role="status">Chargement…</p>}>
        <div className="set-up__code">
          <QrCode text={begun.uri} label="Code QR pour votre application d'authentification" />
        </div>
      </Suspense>
      <p>
        Sur le téléphone lui-même : <a href={begun.uri}>ouvrir dans l'application</a>.
      </p>
      <div>
        <p id={`${formId}-key`}>Ou saisissez cette clé dans l'application :</p>
        <p className="cluster typed-key">
          <code translate="no" aria-labelledby={`${formId}-key`}>
            {groups.join(' ')}
          </code>
          <CopyButton text={begun.key} label="Copier la clé" />
        </p>
      </div>
      <p>Saisissez ensuite le code que l'application affiche pour ce compte.</p>
      <CodeForm formId={formId} kind="application" schema={OneTimeCode} send={finish} onBusy={setBusy} />
      <div className="cluster">
        <SubmitButton form={formId} busy={busy} busyText="Vérification…">
          Activer
        </SubmitButton>
        <Button variant="link" onClick={onAgain}>
          Recommencer
        </Button>
      </div>
    </div>
  );
}
