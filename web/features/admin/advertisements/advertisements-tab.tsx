import { TableCell, TableRow } from '@aws-amplify/ui-react';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { positionLabels } from '#shared/admin/words.ts';
import { AdvertisementPosition } from '#shared/site/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteQuestion } from '#web/features/admin/delete-question.tsx';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import { advertisementsAt, isWorthAPlace, room, shownOf } from '#web/features/site/advertisement-list.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AdvertisementDialog, useListed } from './advertisement-dialog.tsx';

function DeleteAdvertisement(props: { advertisement: AdminAdvertisement; onClose: () => void }) {
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

interface TableProps {
  advertisements: readonly AdminAdvertisement[];
  /** Ids of those that members see now; undefined while it is not known. */
  shown: ReadonlySet<string> | undefined;
  onEdit: (advertisement: AdminAdvertisement) => void;
  onDelete: (advertisement: AdminAdvertisement) => void;
}

const columns = ['Titre', 'Emplacement', 'Priorité', 'Statut', 'Date de création'];

const AdvertisementTable = ({ advertisements, shown, ...acts }: TableProps) => (
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

type Asked =
  | { readonly act: 'edit'; readonly advertisement: AdminAdvertisement | undefined }
  | { readonly act: 'delete'; readonly advertisement: AdminAdvertisement };

const places = AdvertisementPosition.options
  .map((position) => `${positionLabels[position]} : ${room[position]}`)
  .join(' · ');

/** All advertisements, newest first, and which of them members see now (product 2.2, Publicités). */
export function AdvertisementsTab() {
  const list = usePages(queryKey('admin', 'adminAdvertisements'), (cursor, options) =>
    adminApi.adminAdvertisements({ query: { cursor } }, options),
  );
  const shown = useShown();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <div className="stack">
      <h2>Gestion des Publicités</h2>
      <p className="muted">
        À chaque emplacement, les membres voient les publicités actives de plus haute priorité, dans la limite de sa
        place ({places}). Il n'y en a jamais dans un formulaire, dans les conversations, sur les livraisons et les pages
        légales.
      </p>
      <Button variant="primary" onClick={() => setAsked({ act: 'edit', advertisement: undefined })}>
        Nouvelle publicité
      </Button>
      <AdminList list={list} empty="Aucune publicité enregistrée">
        {(advertisements) => (
          <AdvertisementTable
            advertisements={advertisements}
            shown={shown}
            onEdit={(advertisement) => setAsked({ act: 'edit', advertisement })}
            onDelete={(advertisement) => setAsked({ act: 'delete', advertisement })}
          />
        )}
      </AdminList>
      {asked?.act === 'edit' && <AdvertisementDialog advertisement={asked.advertisement} onClose={close} />}
      {asked?.act === 'delete' && <DeleteAdvertisement advertisement={asked.advertisement} onClose={close} />}
    </div>
  );
}

/** Ids of those that pages show, by the pages' own question and rule; undefined while an answer is missing. */
function useShown(): ReadonlySet<string> | undefined {
  const answers = useQueries({
    // The edge keeps an answer for a second, so the first one after a change may be older.
    queries: AdvertisementPosition.options.map((position) => ({
      ...advertisementsAt(position),
      refetchInterval: 5000,
    })),
  });
  if (answers.some(({ data }) => data === undefined)) return undefined;
  return new Set(
    AdvertisementPosition.options.flatMap((position, index) =>
      shownOf(position, answers[index]?.data).map(({ id }) => id),
    ),
  );
}
