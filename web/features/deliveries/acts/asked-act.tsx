import { Suspense } from 'react';
import type { ActDialogProps } from '#web/features/deliveries/acts/act-dialog.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const ActDialog = lazyPart(() => import('#web/features/deliveries/acts/act-dialog.tsx').then((file) => file.ActDialog));

/** The question before an act. It is loaded when it opens, because most visits of a parcel end without an act. */
export const AskedAct = (props: ActDialogProps) => (
  <Suspense fallback={<output className="muted small">Ouverture…</output>}>
    <ActDialog {...props} />
  </Suspense>
);
