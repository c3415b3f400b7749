import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewAdministrator } from '#shared/admin/administrators.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { heldWhile } from '#web/ui/dialog/held-while.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const missing = 'Veuillez saisir un email valide.';
const Form = z.object({ email: z.pipe(z.string().check(z.minLength(1, missing)), NewAdministrator.shape.email) });

/**
 * Asks for the address of a new administrator. A member gets the rights immediately, any other address an invitation.
 */
export function AddAdministrator({ onClose }: { onClose: () => void }) {
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
