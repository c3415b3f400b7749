import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProfileStatus } from '#shared/accounts/me.ts';
import type { AdminProfile } from '#shared/admin/contract.ts';
import { queues } from '#shared/admin/queues.ts';
import { profileStatusLabels } from '#shared/admin/words.ts';
import { lengthOf, tidyLine } from '#shared/values/typed/characters.ts';
import { AdminList, useAdminParams } from '#web/features/admin/admin-list.tsx';
import { adminApi, adminQuery } from '#web/features/admin/api.ts';
import { ProfileCard } from '#web/features/admin/profiles/profile-card.tsx';
import { QueueKeys } from '#web/features/admin/queue/queue-keys.tsx';
import { SelectField, TextField } from '#web/forms/text-field.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Button } from '#web/ui/button.tsx';

const searchKinds = { name: 'Nom', phone: 'Téléphone', email: 'Email', id: 'Identifiant' } as const;
type SearchKind = keyof typeof searchKinds;
const isSearchKind = (value: string): value is SearchKind => value in searchKinds;

/** Profiles to verify, and all members (product 2.2, Profils). */
export function ProfilesTab() {
  const { filter } = useAdminParams();
  const statistics = useQuery(adminQuery('adminStatistics'));
  const waiting = statistics.data?.pendingProfilesWithDocuments;
  const by = filter('by');
  const query = {
    search: filter('q') || undefined,
    by: filter('q') && isSearchKind(by) ? by : undefined,
    status: ProfileStatus.safeParse(filter('status')).data,
  };
  const list = usePages(queryKey('admin', 'adminProfiles', { query }), (cursor, options) =>
    adminApi.adminProfiles({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2>Validation des Profils Utilisateurs</h2>
      <p className="muted">{waiting === undefined ? '–' : waiting.toLocaleString('fr-FR')} en attente avec documents</p>
      <ProfileFilters key={`${filter('q')} ${by} ${query.status}`} />
      <QueueKeys />
      <AdminList
        list={list}
        empty="Aucun profil ne correspond à votre recherche"
        queue={
          query.status === 'pending' &&
          !query.search && { end: queues.profile.end, waits: ({ waitsSince }) => waitsSince !== undefined }
        }
      >
        {(profiles) => (
          <ul className="admin-list">
            {eachOnce(profiles).map((profile) => (
              <ProfileCard key={profile.card.id} profile={profile} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

/** A member who was decided about in between appears again in the rest of the members. */
const eachOnce = (profiles: readonly AdminProfile[]) => [
  ...new Map(profiles.map((profile) => [profile.card.id, profile])).values(),
];

function ProfileFilters() {
  const { filter, setFilters } = useAdminParams();
  const [search, setSearch] = useState(filter('q'));
  const [by, setBy] = useState(filter('by') || 'name');
  const isTooLong = lengthOf(search) > 80;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = tidyLine(search);
    if (!isTooLong) setFilters(['q', wanted], ['by', wanted ? by : '']);
  };
  return (
    <form className="admin-filters" role="search" onSubmit={submit}>
      <TextField
        label="Recherche"
        name="q"
        type="search"
        optional="silent"
        minLength={2}
        limit={80}
        error={isTooLong ? 'Recherche trop longue (80 caractères au maximum)' : undefined}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        label="Type de recherche"
        name="by"
        optional="silent"
        options={Object.entries(searchKinds)}
        value={by}
        onChange={({ target }) => setBy(target.value)}
      />
      <SelectField
        label="Statut"
        name="status"
        optional="silent"
        placeholder="Tous les statuts"
        options={Object.entries(profileStatusLabels)}
        value={filter('status')}
        onChange={({ target }) => setFilters(['status', target.value])}
      />
      <Button type="submit" variant="primary">
        Rechercher
      </Button>
    </form>
  );
}
