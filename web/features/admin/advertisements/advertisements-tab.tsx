import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { positionLabels } from '#shared/admin/words.ts';
import { AdvertisementPosition } from '#shared/site/contract.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { AdvertisementDialog } from '#web/features/admin/advertisements/advertisement-dialog.tsx';
import { AdvertisementTable } from '#web/features/admin/advertisements/advertisement-table.tsx';
import { DeleteAdvertisement } from '#web/features/admin/advertisements/delete-advertisement.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { advertisementsAt, room, shownOf } from '#web/features/site/shown-advertisements.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Button } from '#web/ui/button.tsx';

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
        place ({places}). Il n'y en a jamais sur les formulaires, les conversations, les livraisons et les pages
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
