import { Suspense, useEffect } from 'react';
import { paths } from '#shared/site/paths.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const QrCode = lazyPart(() => import('#web/features/deliveries/qr-code.tsx').then((file) => file.QrCode));

interface TrackingCodeProps {
  parcelId: string;
  trackingNumber: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onDrawn: () => void;
}

/** The address of this page as a QR code, drawn on request. Only the two participants can open the page. */
export function TrackingCode({ parcelId, trackingNumber, isOpen, onToggle, onDrawn }: TrackingCodeProps) {
  return (
    <details
      className="tracking-code"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onToggle(currentTarget.open)}
    >
      <summary>Code QR du colis</summary>
      <div className="stack">
        <p className="small muted">Collez-le sur le colis : le scanner ouvre cette page, pour vous deux seulement.</p>
        {isOpen && (
          <Suspense fallback={<Skeleton width="14rem" height="14rem" />}>
            <QrCode text={location.origin + paths.delivery(parcelId)} label={`Code QR du colis ${trackingNumber}`} />
            <Drawn onDrawn={onDrawn} />
          </Suspense>
        )}
      </div>
    </details>
  );
}

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}
