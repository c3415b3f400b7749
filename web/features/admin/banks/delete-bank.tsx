import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminBank } from '#shared/admin/banks.ts';
import { deletionFailed } from '#shared/admin/words.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

/** The question before a bank account goes. */
export function DeleteBank({ bank, onClose }: { bank: AdminBank; onClose: () => void }) {
  const queries = useQueryClient();
  const listed = () => touch(queries, ['admin', 'adminBanks'], ['admin', 'adminLogs'], ['site', 'banks']);
  const { id, version, bankName } = bank;
  const deleting = useMutation({
    mutationFn: async () => {
      await adminApi.deleteBank({ params: { bankId: id }, version });
    },
    onSuccess: async () => {
      await listed();
      toast.success('Banque supprimée');
      onClose();
    },
    // The list may be older than the account.
    onError: listed,
  });
  return (
    <ConfirmDialog
      open
      title="Supprimer cette banque ?"
      confirm="Supprimer la banque"
      destructive
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          <bdi>{bankName}</bdi> disparaît de la page Moyen de paiement.
        </p>
        {deleting.error && <ErrorPanel message={deletionFailed(asProblem(deleting.error).detail)} />}
      </div>
    </ConfirmDialog>
  );
}
