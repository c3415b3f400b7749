import { Suspense } from 'react';
import type { ActDialogProps } from '#web/features/deliveries/acts/act-dialog.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const ActDialog = lazyPart(() => import('#web/features/deliveries/acts/act-dialog.tsx').then((file) => file.ActDialog));

/** The question before an act, loaded when it is asked: most who look at a parcel do nothing with it. */
export const AskedAct = (props: ActDialogProps) => (
  <Suspense fallback={<output className="muted small">Ouverture…</output>}>
    <ActDialog {...props} />
  </Suspense>
);
