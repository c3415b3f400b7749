import { handoverWords } from '#shared/deliveries/words.ts';
import { calledName } from '#shared/messaging/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { useAct } from '#web/features/deliveries/acts/use-act.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { useOnline } from '#web/lib/offline/online.ts';

const subject = 'contentsRefused';

/** « Je ne prends pas ce colis »: the carrier has opened it, and its owner reads why it stays (rule 190). */
export function ContentsRefusal({ onClose, ...about }: Acted<ActParcel> & { onClose: () => void }) {
  const { parcel, other } = about;
  const online = useOnline();
  const perform = useAct();
  const reader = other ? isolated(calledName(other)) : "L'expéditeur";
  const readers = other?.unavailable ? 'Notre équipe lira' : `${reader} et notre équipe liront`;
  const { refuse, refusalLater, refused, refusalFailed } = handoverWords;
  const send = async (reason: string) => {
    if (!navigator.onLine) throw new ActFailed({ detail: refusalLater });
    await perform('releaseCarrier', about, { reason, contentsRefused: true }, { ...refused, failed: refusalFailed });
    dropReason(subject, parcel.id);
  };
  return (
    <ReasonDialog
      title={`${refuse} ?`}
      confirm="Ne pas prendre le colis"
      cancel="Fermer"
      hint={`${readers} ce motif. L'accord prend fin, sans conséquence pour vous.`}
      draftName={reasonDraft(subject, parcel.id)}
      onConfirm={send}
      onClose={onClose}
    >
      {!online && <p>{refusalLater}</p>}
    </ReasonDialog>
  );
}
