import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { repeatedPassword, samePasswords } from '#shared/accounts/password.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { renewDevice } from '#web/features/notices/devices/own-device.ts';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { fieldOf } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { storedSession } from '#web/lib/session/session-storage.ts';
import { signInAgain } from '#web/lib/session/sign-in.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/accounts/accounts.css';

const PasswordChange = z
  .object({ ...accountRoutes.changePassword.body.shape, confirmPassword: repeatedPassword })
  .check(samePasswords);

/** The device of the former session has ended with it. */
function renewHere(): void {
  const memberId = storedSession()?.memberId;
  if (memberId) void renewDevice(memberId, { isNewSession: true }).catch(() => undefined);
}

/** A new password, confirmed by the current one. Other devices are signed out; this one stays signed in. */
export function ChangePassword({ email }: { email: string }) {
  const keyOfTry = useIdempotencyKey();
  const { form, busy, shell } = useSentForm({
    schema: PasswordChange,
    defaultValues: { current: '', password: '', confirmPassword: '' },
    send: async ({ current, password }) => {
      const body = { current, password };
      await accountsApi.changePassword({ body }, { idempotencyKey: keyOfTry(body) });
      const { ok } = await signInAgain(email, password);
      if (ok) renewHere();
      form.reset();
      toast.success(
        'Mot de passe modifié',
        ok ? 'Vos autres appareils sont déconnectés.' : 'Connectez-vous avec votre nouveau mot de passe.',
      );
    },
    refusalOf: (error, isAtField) => (isAtField ? undefined : sentenceOf('newPassword', error)),
  });
  const field = fieldOf(form);

  return (
    <section className="card card--roomy stack" aria-labelledby="password-title">
      <h2 id="password-title">Changer de mot de passe</h2>
      <FormShell {...shell}>
        <RequiredLegend />
        {/* Password managers save the new password for this address. */}
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Mot de passe actuel"
          shown="le mot de passe actuel"
          autoComplete="current-password"
          {...field('current')}
        />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
        <SubmitButton busy={busy} busyText="Enregistrement…">
          Changer le mot de passe
        </SubmitButton>
      </FormShell>
    </section>
  );
}
