import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminBank } from '#shared/admin/banks.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminQuery } from '#web/features/admin/api.ts';
import { BankDialog } from '#web/features/admin/banks/bank-dialog.tsx';
import { DeleteBank } from '#web/features/admin/banks/delete-bank.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { BankAccount } from '#web/features/subscriptions/bank-account.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/admin/admin.css';

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
                facts={[
                  ...(bank.notes ? ([['Notes', <bdi key="notes">{bank.notes}</bdi>]] as const) : []),
                  ['Ajoutée le', <Moment key="created" at={bank.createdAt} />],
                  ...(bank.updatedAt ? ([['Modifiée le', <Moment key="updated" at={bank.updatedAt} />]] as const) : []),
                ]}
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
