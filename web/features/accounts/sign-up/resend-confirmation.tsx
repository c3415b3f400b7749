import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Email } from '#shared/values/fields.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { ResendButton } from '#web/features/accounts/sign-up/resend-button.tsx';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { EmailField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const send = (email: string) => accountsApi.resendConfirmation({ body: { email } });

/** A new confirmation link; asks for the address when the page does not know it. */
export function ResendConfirmation({ email, justSent = false }: { email: string; justSent?: boolean }) {
  const [typed, setTyped] = useState<string>();
  const address = email || typed;
  if (!address) return <AddressForm onSent={setTyped} />;
  return (
    <ResendButton act="confirmation" justSent={justSent || typed !== undefined} send={() => send(address)}>
      Renvoyer l'email de confirmation
    </ResendButton>
  );
}

const Address = z.object({ email: Email });

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Address),
    defaultValues: { email: '' },
  });
  const ask = handleSubmit(async ({ email }) => {
    try {
      await send(email);
      onSent(email);
    } catch (error) {
      setError('email', { message: sentenceOf('confirmation', error).detail });
    }
  });
  return (
    <form className="form" noValidate onSubmit={(event) => void ask(event)}>
      <EmailField error={formState.errors.email?.message} {...register('email')} />
      <SubmitButton variant="default" busy={formState.isSubmitting}>
        Recevoir un nouveau lien
      </SubmitButton>
    </form>
  );
}
