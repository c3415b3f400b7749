import { listingStatusLabels } from '#shared/admin/words.ts';
import { useAdminParams } from '#web/features/admin/use-admin-params.ts';
import { SelectField } from '#web/forms/text-field.tsx';

/** Filters trips or parcels by their validation. */
export function ListingFilter() {
  const { filter, setFilters } = useAdminParams();
  return (
    <SelectField
      label="Statut"
      name="status"
      optional="silent"
      placeholder="Tous les statuts"
      options={Object.entries(listingStatusLabels)}
      value={filter('status')}
      onChange={({ target }) => setFilters(['status', target.value])}
    />
  );
}
