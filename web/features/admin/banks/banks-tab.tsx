import '#web/features/admin/admin.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { AdminBank, NewBank } from '#shared/admin/banks.ts';
import { deletionFailed } from '#shared/admin/words.ts';
import { maxLength } from '#shared/values/fields.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi, adminQuery } from '#web/features/admin/api.ts';
import { DeleteQuestion } from '#web/features/admin/delete-question.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { BankAccount } from '#web/features/subscriptions/bank-account.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { fieldOf, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

function DeleteBank({ bank, onClose }: { bank: AdminBank; onClose: () => void }) {
  const queries = useQueryClient();
  const listed = () => touch(queries, ['admin', 'adminBanks'], ['admin', 'adminLogs'], ['site', 'banks']);
  const { id, version, bankName } = bank;
  return (
    <DeleteQuestion
      title="Supprimer cette banque ?"
      confirm="Supprimer la banque"
      remove={() => adminApi.deleteBank({ params: { bankId: id }, version })}
      done="Banque supprimée"
      onDeleted={listed}
      onFailed={listed}
      failed={(reason) => ({ detail: deletionFailed(reason) })}
      onClose={onClose}
    >
      <bdi translate="no">{bankName}</bdi> disparaît de la page Moyen de paiement.
    </DeleteQuestion>
  );
}

/** Adds a bank account, or changes `bank`. Typed text stays until it is stored. */
function BankDialog({ bank, onClose }: { bank: AdminBank | undefined; onClose: () => void }) {
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

function BankFields({ form }: { form: Form }) {
  const field = fieldOf(form);
  return (
    <>
      <TextField label="Nom de la banque" limit={maxLength.shortText} {...field('bankName')} />
      <TextField
        label="Titulaire du compte"
        limit={maxLength.shortText}
        autoComplete="off"
        {...field('accountHolder')}
      />
      <TextField
        label="IBAN / RIB / CCP"
        limit={maxLength.shortText}
        autoComplete="off"
        spellCheck={false}
        hint="Les membres le copient sans espaces. Un IBAN est contrôlé ; relisez un RIB ou un CCP chiffre par chiffre."
        {...field('iban')}
      />
      <TextField
        label="BIC"
        limit={maxLength.shortText}
        optional
        autoComplete="off"
        spellCheck={false}
        {...field('bic')}
      />
      <TextAreaField label="Adresse de la banque" limit={maxLength.shortText} optional rows={2} {...field('address')} />
      <TextAreaField
        label="Notes"
        limit={maxLength.shortText}
        optional
        rows={2}
        hint="Visibles des administrateurs seulement."
        {...field('notes')}
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

/** The account that a dialog is about; `new` for one that does not exist yet. */
type Asked = { readonly act: 'edit'; readonly bank: AdminBank | undefined } | { act: 'delete'; bank: AdminBank };

/** Bank accounts as members see them, newest first, with the notes about them (product 2.2, Banques). */
export function BanksTab() {
  const { me } = useSession();
  const { data, error, refetch } = useQuery({ ...adminQuery('adminBanks'), staleTime: 0 });
  const [asked, setAsked] = useState<Asked>();
  const mayChange = me?.isRootAdmin === true;
  const close = () => setAsked(undefined);
  return (
    <div className="stack">
      <h2>Gestion des Banques</h2>
      <p className="muted">
        Les membres paient sur ces comptes, affichés à tous sur la page Moyen de paiement.{' '}
        {mayChange
          ? 'Chaque changement est annoncé par email à tous les administrateurs.'
          : "Seul l'administrateur principal peut les changer."}
      </p>
      {mayChange && (
        <Button variant="primary" onClick={() => setAsked({ act: 'edit', bank: undefined })}>
          Ajouter une banque
        </Button>
      )}
      {error && <PanelLoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeletons count={2} />}
      {data?.items.length === 0 && <EmptyState drawing="documents" title="Aucune banque enregistrée" />}
      {data && data.items.length > 0 && (
        <ul className="admin-list">
          {data.items.map((bank) => (
            <li key={bank.id} className="card admin-card">
              <BankAccount bank={bank} />
              <Facts
                facts={{
                  Notes: bank.notes && <bdi>{bank.notes}</bdi>,
                  'Ajoutée le': <Moment at={bank.createdAt} />,
                  'Modifiée le': bank.updatedAt && <Moment at={bank.updatedAt} />,
                }}
              />
              {mayChange && (
                <div className="cluster">
                  <Button
                    size="small"
                    aria-label={`Modifier : ${isolated(bank.bankName)}`}
                    onClick={() => setAsked({ act: 'edit', bank })}
                  >
                    Modifier
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Supprimer : ${isolated(bank.bankName)}`}
                    onClick={() => setAsked({ act: 'delete', bank })}
                  >
                    Supprimer
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked?.act === 'edit' && <BankDialog bank={asked.bank} onClose={close} />}
      {asked?.act === 'delete' && <DeleteBank bank={asked.bank} onClose={close} />}
    </div>
  );
}
