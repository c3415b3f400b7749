import { useState } from 'react';
import { paths } from '#shared/site/paths.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const QrCode = lazyPart(() => import('#web/features/deliveries/qr-code.tsx').then((file) => file.QrCode));

/** The address of this page as a QR code, drawn on request. Only the two participants can open the page. */
export function TrackingCode({ parcelId, trackingNumber }: { parcelId: string; trackingNumber: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="tracking-code" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Code QR du colis</summary>
      <div className="stack">
        <p className="small muted">Collez-le sur le colis : le scanner ouvre cette page, pour vous deux seulement.</p>
        {isOpen && (
          <QrCode text={location.origin + paths.delivery(parcelId)} label={`Code QR du colis ${trackingNumber}`} />
        )}
      </div>
    </details>
  );
}
