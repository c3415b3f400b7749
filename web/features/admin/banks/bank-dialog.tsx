import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdminBank, NewBank } from '#shared/admin/banks.ts';
import { maxLength } from '#shared/values/fields.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { heldWhile } from '#web/ui/dialog/held-while.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Adds a bank account, or changes `bank`. Typed text stays until it is stored. */
export function BankDialog({ bank, onClose }: { bank: AdminBank | undefined; onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const [refusal, setRefusal] = useState<string>();
  /** After STALE the next try uses the current version. */
  const [version, setVersion] = useState(bank?.version ?? 0);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(NewBank),
    defaultValues: {
      bankName: bank?.bankName ?? '',
      accountHolder: bank?.accountHolder ?? '',
      iban: bank?.iban ?? '',
      bic: bank?.bic ?? '',
      address: bank?.address ?? '',
      notes: bank?.notes ?? '',
    },
  });
  const { errors, submitCount } = formState;
  const saving = useMutation({
    mutationFn: (body: NewBank) =>
      bank
        ? adminApi.updateBank({ params: { bankId: bank.id }, version, body })
        : adminApi.createBank({ body }, { idempotencyKey: keyOfTry(body) }),
    onSuccess: async () => {
      await touch(queries, ['admin', 'adminBanks'], ['admin', 'adminLogs'], ['site', 'banks']);
      toast.success(bank ? 'Banque modifiée' : 'Banque ajoutée');
      onClose();
    },
  });
  const submit = handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      await saving.mutateAsync(body);
    } catch (error) {
      const { detail, fields, current } = asProblem(error);
      setVersion((seen) => AdminBank.safeParse(current).data?.version ?? seen);
      for (const [name, sentence] of Object.entries(fields)) {
        if (name in NewBank.shape) setError(name as keyof NewBank, { message: sentence });
      }
      setRefusal(detail);
    }
  });
  const close = heldWhile(saving.isPending, onClose);
  const footer = (
    <>
      <Button onClick={close}>Annuler</Button>
      <SubmitButton form={formId} busy={saving.isPending} busyText="Enregistrement…">
        {bank ? 'Enregistrer' : 'Ajouter la banque'}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open title={bank ? 'Modifier la banque' : 'Nouvelle banque'} onClose={close} footer={footer}>
      <form id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount + Number(refusal !== undefined)} formError={refusal} />
        <RequiredLegend />
        <TextField
          label="Nom de la banque"
          limit={maxLength.shortText}
          error={errors.bankName?.message}
          {...register('bankName')}
        />
        <TextField
          label="Titulaire du compte"
          limit={maxLength.shortText}
          autoComplete="off"
          error={errors.accountHolder?.message}
          {...register('accountHolder')}
        />
        <TextField
          label="IBAN / RIB / CCP"
          limit={maxLength.shortText}
          autoComplete="off"
          spellCheck={false}
          hint="Les membres le copient sans espaces. Un IBAN est contrôlé ; relisez un RIB ou un CCP chiffre par chiffre."
          error={errors.iban?.message}
          {...register('iban')}
        />
        <TextField
          label="BIC"
          limit={maxLength.shortText}
          optional
          autoComplete="off"
          spellCheck={false}
          error={errors.bic?.message}
          {...register('bic')}
        />
        <TextAreaField
          label="Adresse de la banque"
          limit={maxLength.shortText}
          optional
          rows={2}
          error={errors.address?.message}
          {...register('address')}
        />
        <TextAreaField
          label="Notes"
          limit={maxLength.shortText}
          optional
          rows={2}
          hint="Visibles des administrateurs seulement."
          error={errors.notes?.message}
          {...register('notes')}
        />
      </form>
    </Dialog>
  );
}
