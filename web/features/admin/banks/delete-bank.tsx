import { useQueryClient } from '@tanstack/react-query';
import type { AdminBank } from '#shared/admin/banks.ts';
import { deletionFailed } from '#shared/admin/words.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteQuestion } from '#web/features/admin/delete-question.tsx';
import { touch } from '#web/lib/api/query.ts';

export function DeleteBank({ bank, onClose }: { bank: AdminBank; onClose: () => void }) {
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
