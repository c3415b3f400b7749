import { type ComponentType, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Acted, DialogAct } from '#web/features/deliveries/acts/acted.ts';
import { createStore } from '#web/lib/store.ts';
import { CrashBoundary } from '#web/ui/crash-boundary.tsx';

export interface Question {
  readonly name: DialogAct;
  readonly about: Acted;
  /** The situation as the place that asked has shown it last. */
  readonly now: Acted | undefined;
}

interface Asked extends Question {
  /** It comes with the place that asked, so that no first load has it. */
  readonly Dialog: ComponentType<Question>;
  readonly onFault: (fault: unknown) => void;
  /** The parcel, and the member of the row or conversation. */
  readonly place: string;
}

/** The act whose question or form is open. */
export const askedAct = createStore<Asked | undefined>(undefined);

/**
 * The open question of an act. It is beside the pages, because the row or panel that asked goes when the parcel moves
 * to another list, and nothing typed may go with it.
 */
export function AskedAct() {
  const asked = useSyncExternalStore(askedAct.subscribe, askedAct.get, askedAct.get);
  const { pathname, search } = useLocation();
  useEffect(() => () => askedAct.set(undefined), [pathname, search]);
  if (!asked) return null;
  const { Dialog, onFault, place: _asked, ...question } = asked;
  return (
    <CrashBoundary onFault={onFault}>
      <Suspense fallback={<output className="muted small">Ouverture…</output>}>
        <Dialog {...question} />
      </Suspense>
    </CrashBoundary>
  );
}
