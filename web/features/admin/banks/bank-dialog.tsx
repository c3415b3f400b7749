import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { AdminBank, NewBank } from '#shared/admin/banks.ts';
import { maxLength } from '#shared/values/fields.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { TextAreaField, TextField } from '#web/forms/text-field.tsx';
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
  const [version, setVersion] = useState(bank?.version ?? 0);
  const { form, busy, shell } = useSentForm({
    schema: NewBank,
    defaultValues: valuesOf(bank),
    send: async (body) => {
      await (bank
        ? adminApi.updateBank({ params: { bankId: bank.id }, version, body })
        : adminApi.createBank({ body }, { idempotencyKey: keyOfTry(body) }));
      await touch(queries, ['admin', 'adminBanks'], ['admin', 'adminLogs'], ['site', 'banks']);
      toast.success(bank ? 'Banque modifiée' : 'Banque ajoutée');
      onClose();
    },
    refusalOf: (error) => {
      const { detail, current } = asProblem(error);
      setVersion((seen) => AdminBank.safeParse(current).data?.version ?? seen);
      return { detail };
    },
  });
  const close = heldWhile(busy, onClose);
  const footer = (
    <>
      <Button onClick={close}>Annuler</Button>
      <SubmitButton form={formId} busy={busy} busyText="Enregistrement…">
        {bank ? 'Enregistrer' : 'Ajouter la banque'}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open title={bank ? 'Modifier la banque' : 'Nouvelle banque'} onClose={close} footer={footer}>
      <FormShell id={formId} {...shell}>
        <RequiredLegend />
        <BankFields form={form} />
      </FormShell>
    </Dialog>
  );
}

type Form = Pick<UseFormReturn<z.input<typeof NewBank>>, 'register' | 'formState'>;

function BankFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <>
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
    </>
  );
}

const valuesOf = (bank: AdminBank | undefined) => ({
  bankName: bank?.bankName ?? '',
  accountHolder: bank?.accountHolder ?? '',
  iban: bank?.iban ?? '',
  bic: bank?.bic ?? '',
  address: bank?.address ?? '',
  notes: bank?.notes ?? '',
});
