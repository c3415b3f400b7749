import { Suspense, useState } from 'react';
import type { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/fields.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

const EntrustDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.EntrustDialog),
);

/** « Confier un colis »: a verified member invites the traveller to carry one of their parcels, if it is not full. */
export function EntrustButton({ trip }: { trip: Trip }) {
  const { me } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (me?.status !== 'approved' || isFull(trip)) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Confier un colis
      </Button>
      {isOpen && (
        <Suspense>
          <EntrustDialog trip={trip} memberId={me.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
