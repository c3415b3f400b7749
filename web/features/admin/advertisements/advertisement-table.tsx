import { TableCell, TableRow } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { positionLabels } from '#shared/admin/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { useListed } from '#web/features/admin/advertisements/listed.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import { isWorthAPlace } from '#web/features/site/shown-advertisements.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

interface TableProps {
  advertisements: readonly AdminAdvertisement[];
  /** Ids of those that members see now; undefined while it is not known. */
  shown: ReadonlySet<string> | undefined;
  onEdit: (advertisement: AdminAdvertisement) => void;
  onDelete: (advertisement: AdminAdvertisement) => void;
}

const columns = ['Titre', 'Emplacement', 'Priorité', 'Statut', 'Date de création'];

export const AdvertisementTable = ({ advertisements, shown, ...acts }: TableProps) => (
  <ListingTable caption="Publicités" columns={columns}>
    {advertisements.map((advertisement) => (
      <Row key={advertisement.id} advertisement={advertisement} isShown={shown?.has(advertisement.id)} {...acts} />
    ))}
  </ListingTable>
);

type RowProps = Pick<TableProps, 'onEdit' | 'onDelete'> & {
  advertisement: AdminAdvertisement;
  isShown: boolean | undefined;
};

function Row({ advertisement, isShown, onEdit, onDelete }: RowProps) {
  const { title, position, priority, isActive, createdAt } = advertisement;
  return (
    <TableRow>
      <TableCell as="th" scope="row" data-column="Titre">
        <span dir="auto">{title}</span>
      </TableCell>
      <TableCell data-column="Emplacement">{positionLabels[position]}</TableCell>
      <TableCell data-column="Priorité" className="numeric">
        {priority}
      </TableCell>
      <TableCell className="listing-table__block">
        <div className="listing-table__status">
          <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          {isActive && isShown !== undefined && (
            <p className="small muted listing-table__note">{isShown ? 'Affichée' : whyHidden(advertisement)}</p>
          )}
        </div>
      </TableCell>
      <TableCell data-column="Date de création" className="numeric listing-table__day">
        {shortDayOf(createdAt)}
      </TableCell>
      <TableCell className="listing-table__actions">
        <div className="cluster">
          <Button size="small" aria-label={`Modifier : ${isolated(title)}`} onClick={() => onEdit(advertisement)}>
            Modifier
          </Button>
          <Toggle advertisement={advertisement} />
          <Button size="small" aria-label={`Supprimer : ${isolated(title)}`} onClick={() => onDelete(advertisement)}>
            Supprimer
          </Button>
        </div>
      </TableCell>
    </TableRow>
  );
}

const whyHidden = (advertisement: AdminAdvertisement) =>
  isWorthAPlace(advertisement)
    ? "Pas affichée : d'autres passent avant"
    : 'Pas affichée : sans image, avec un lien vers ce site';

function Toggle({ advertisement }: { advertisement: AdminAdvertisement }) {
  const { id, title, version, isActive } = advertisement;
  const { changed, overtaken } = useListed();
  const setting = useMutation({
    mutationFn: () =>
      adminApi.setAdvertisementActive({
        params: { advertisementId: id },
        version,
        body: { isActive: !isActive },
      }),
    onSuccess: (advertised) => {
      changed(advertised);
      toast.success('Statut mis à jour avec succès');
    },
    onError: (error) => {
      toast.failed('Erreur lors de la mise à jour du statut', error);
      overtaken();
    },
  });
  const label = isActive ? 'Désactiver' : 'Activer';
  return (
    <Button
      size="small"
      aria-label={`${label} : ${isolated(title)}`}
      aria-disabled={setting.isPending}
      onClick={() => !setting.isPending && setting.mutate()}
    >
      {label}
    </Button>
  );
}
