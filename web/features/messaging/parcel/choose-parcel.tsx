import { Suspense, useState } from 'react';
import { messagingWords } from '#shared/messaging/words.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const OwnParcels = lazyPart(() =>
  import('#web/features/messaging/parcel/own-parcels.tsx').then((file) => file.OwnParcels),
);

export function ChooseParcel(props: { memberId: string; userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="parcel-bar">
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {messagingWords.chooseParcel}
      </Button>
      <Dialog open={isOpen} size="small" title={messagingWords.chooseParcel} onClose={() => setOpen(false)}>
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          <OwnParcels {...props} onChosen={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </div>
  );
}
