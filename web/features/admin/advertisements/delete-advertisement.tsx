import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { useListed } from '#web/features/admin/advertisements/listed.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteQuestion } from '#web/features/admin/delete-question.tsx';

export function DeleteAdvertisement(props: { advertisement: AdminAdvertisement; onClose: () => void }) {
  const { advertisement, onClose } = props;
  const { removed, overtaken } = useListed();
  const { id, version, title, imageUrl } = advertisement;
  return (
    <DeleteQuestion
      title="Êtes-vous sûr de vouloir supprimer cette publicité ?"
      confirm="Supprimer la publicité"
      remove={() => adminApi.deleteAdvertisement({ params: { advertisementId: id }, version })}
      done="Publicité supprimée avec succès"
      onDeleted={() => removed(advertisement)}
      onFailed={overtaken}
      failed={(reason) => ({ title: 'Erreur lors de la suppression', detail: reason })}
      onClose={onClose}
    >
      « <bdi>{title}</bdi> » {imageUrl ? 'et son image sont effacées' : 'est effacée'}.
    </DeleteQuestion>
  );
}
