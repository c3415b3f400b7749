import { useMutation } from '@tanstack/react-query';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { useListed } from '#web/features/admin/advertisements/listed.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

/** The question before an advertisement goes, with its picture. */
export function DeleteAdvertisement(props: { advertisement: AdminAdvertisement; onClose: () => void }) {
  const { advertisement, onClose } = props;
  const { removed, overtaken } = useListed();
  const { id, version, title, imageUrl } = advertisement;
  const deleting = useMutation({
    mutationFn: async () => {
      await adminApi.deleteAdvertisement({ params: { advertisementId: id }, version });
    },
    onSuccess: () => {
      removed(advertisement);
      toast.success('Publicité supprimée avec succès');
      onClose();
    },
    onError: overtaken,
  });
  return (
    <ConfirmDialog
      open
      title="Êtes-vous sûr de vouloir supprimer cette publicité ?"
      confirm="Supprimer la publicité"
      destructive
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          « <bdi>{title}</bdi> » {imageUrl ? 'et son image sont effacées' : 'est effacée'}.
        </p>
        {deleting.error && (
          <ErrorPanel title="Erreur lors de la suppression" message={asProblem(deleting.error).detail} />
        )}
      </div>
    </ConfirmDialog>
  );
}
