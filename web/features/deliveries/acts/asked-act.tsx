import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Acted, DialogAct } from '#web/features/deliveries/acts/acted.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { createStore } from '#web/lib/store.ts';

// Most visits of a parcel end without an act. The form of an offer has the libraries of forms.
export const actDialog = () => import('#web/features/deliveries/acts/act-dialog.tsx');
const ActDialog = lazyPart(() => actDialog().then((file) => file.ActDialog));
const OfferDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.OfferDialog),
);
const TravellersDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.TravellersDialog),
);

interface Asked {
  readonly name: DialogAct;
  readonly about: Acted;
  /** The present situation, while a place shows it. */
  readonly now: Acted | undefined;
}

/** The act whose question or form is open. */
export const askedAct = createStore<Asked | undefined>(undefined);

const isSame = (one: Acted, other: Acted) => one.parcel.id === other.parcel.id && one.other?.id === other.other?.id;

/** Shows an open question of an act the present situation of its parcel. */
export function useFollowed(now: Acted | undefined): void {
  useEffect(() => {
    const asked = askedAct.get();
    if (now && asked && asked.now !== now && isSame(asked.about, now)) askedAct.set({ ...asked, now });
  });
}

/**
 * The open question of an act. It is beside the pages, because the row or panel that asked goes when the parcel moves
 * to another list, and nothing typed may go with it.
 */
export function AskedAct() {
  const asked = useSyncExternalStore(askedAct.subscribe, askedAct.get, askedAct.get);
  const { pathname, search } = useLocation();
  useEffect(() => () => askedAct.set(undefined), [pathname, search]);
  return (
    asked && (
      <Suspense fallback={<output className="muted small">Ouverture…</output>}>
        <AskedDialog {...asked} />
      </Suspense>
    )
  );
}

/** A question is about what it shows: the present situation, unless its act or its offer is gone. */
function AskedDialog({ name, about, now }: Asked) {
  const isStill =
    now?.situation.offer?.id === about.situation.offer?.id &&
    now?.situation.acts.some((act) => act.name === name && !act.reason);
  const { parcel, other, ...shown } = now && isStill ? now : about;
  const onClose = () => askedAct.set(undefined);
  if (name !== 'invite' && name !== 'makeOffer')
    return <ActDialog act={name} {...shown} {...{ parcel, other, onClose }} />;
  if (!('version' in parcel)) return null;
  if (name === 'invite') return <TravellersDialog parcel={parcel} onClose={onClose} />;
  return other && <OfferDialog {...shown} {...{ parcel, other, onClose }} />;
}
