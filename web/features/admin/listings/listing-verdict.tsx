import { useState } from 'react';
import type { AdminParcel, AdminTrip } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { canBeRestored, canGoBack } from '#shared/admin/rules.ts';
import { decided, otherDecides, reasonTemplates, restored, takenBack } from '#shared/admin/words.ts';
import type { Stage } from '#shared/situation/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { type Decision, useDecision } from '#web/features/admin/use-decision.ts';
import { Verdict } from '#web/features/admin/verdict.tsx';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import type { CallOptions } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/session/session.ts';

const kinds = {
  parcel: { row: 'adminParcels', templates: reasonTemplates.rejectParcel },
  trip: { row: 'adminTrips', templates: reasonTemplates.rejectTrip },
} as const;

interface ListingVerdictProps<Listing> {
  listing: Listing;
  kind: keyof typeof kinds;
  name: string;
  rejectTitle: string;
  approve: (options: CallOptions) => Promise<Listing>;
  reject: (restriction: Restriction, options: CallOptions) => Promise<Listing>;
}

const decidedStages: ReadonlySet<Stage> = new Set(['lost', 'seized', 'undecided']);

/** The decision about a waiting listing, and the way back for a decided one; a cancelled one needs none. */
export function ListingVerdict<Listing extends AdminParcel | AdminTrip>(props: ListingVerdictProps<Listing>) {
  const { listing, kind, name, rejectTitle, approve, reject } = props;
  const { id, version, ownerId, status, adminStatus } = listing;
  const { me } = useSession();
  const [now] = useState(() => Date.now());
  const decision = useDecision<Listing>(kinds[kind].row, (item) => item.id);
  // The badge tells the end that our team decided.
  if ('stage' in listing && decidedStages.has(listing.stage)) return null;
  if (status === 'cancelled') {
    // Owners always give a reason; the root administrator's is in the log.
    const isOurs = kind === 'parcel' && !listing.cancelReason;
    return <p className="muted">Annonce annulée par {isOurs ? 'notre équipe' : 'son propriétaire'}.</p>;
  }
  const mayGoBack = canGoBack(listing, now);
  const mayBeRestored = canBeRestored(listing, now);
  const isDecided = adminStatus !== 'pending';
  if (isDecided && !mayGoBack && !mayBeRestored) return null;
  if (ownerId === me?.id) return isDecided ? null : <p className="small">{otherDecides('annonce')}</p>;

  const approval: Decision<Listing> = {
    act: { name: 'approve', id, version },
    send: approve,
    done: mayBeRestored ? restored(kind) : decided(kind, 'approved'),
  };
  const rejection = (restriction: Restriction): Decision<Listing> => ({
    act: { name: 'reject', id, version, ...restriction },
    send: (options) => reject(restriction, options),
    done: mayGoBack ? takenBack(kind) : decided(kind, 'rejected'),
  });
  const words = mayGoBack
    ? { rejectTitle: `Retirer « ${isolated(name)} » de la recherche ?`, rejectLabel: 'Retirer de la recherche' }
    : { rejectTitle, ...(mayBeRestored ? { approveLabel: 'Rétablir dans la recherche' } : {}) };
  return (
    <Verdict
      name={name}
      kind={kind}
      {...words}
      draftName={reasonDraft('reject', id)}
      templates={kinds[kind].templates}
      busy={decision.isPending}
      {...(mayGoBack ? {} : { onApprove: () => decision.decideAtOnce(approval) })}
      {...(mayBeRestored ? {} : { onReject: (restriction) => decision.decide(rejection(restriction)) })}
    />
  );
}
