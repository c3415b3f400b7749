import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { listingStatusLabels } from '#shared/admin/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { AdminStatus, Id } from '#shared/values/fields.ts';
import { useAdminParams } from '#web/features/admin/admin-list.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { Button } from '#web/ui/button.tsx';

export function useListingQuery() {
  const { filter } = useAdminParams();
  const id = Id.safeParse(filter('q')).data;
  return id === undefined ? { status: AdminStatus.safeParse(filter('status')).data } : { id };
}

/** Filters trips or parcels by their validation. A report leads to one listing alone. */
export function ListingFilter({ tab }: { tab: 'parcels' | 'trips' }) {
  const { id } = useListingQuery();
  if (id !== undefined)
    return (
      <p className="cluster">
        <span>Annonce d'un signalement</span>
        <Button as={Link} variant="link" size="small" to={withQuery(paths.admin, { tab })}>
          <X size={18} aria-hidden="true" /> Toutes les annonces
        </Button>
      </p>
    );
  return <StatusFilter />;
}

const listingStatuses = Object.entries(listingStatusLabels);

export function StatusFilter({ options = listingStatuses }: { options?: [value: string, label: string][] }) {
  const { filter, setFilters } = useAdminParams();
  return (
    <SelectField
      label="Statut"
      name="status"
      optional="silent"
      placeholder="Tous les statuts"
      options={options}
      value={filter('status')}
      onChange={({ target }) => setFilters(['status', target.value])}
    />
  );
}
