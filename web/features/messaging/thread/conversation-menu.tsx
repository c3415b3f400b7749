import { Ban, Flag, MessageSquareWarning } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isFormer, nameOf } from '#shared/messaging/words.ts';
import { ActionsMenu, type MenuAction } from '#web/features/listings/actions-menu.tsx';
import { reportableIn, type Thread } from '#web/features/messaging/thread/thread.ts';
import { ReportDialog } from '#web/features/reports/report-button.tsx';
import type { Reportable } from '#web/features/reports/reportable.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const BlockDialog = lazyPart(() => import('#web/features/friends/block-dialog.tsx').then((file) => file.BlockDialog));

export function ConversationMenu({ thread, parcelId }: { thread: Thread; parcelId: string | undefined }) {
  const [thing, setThing] = useState<Reportable>();
  const [isBlocking, setBlocking] = useState(false);
  const { with: accused, messages, isInHand, isBlocked } = thread;
  const about = reportableIn(thread, parcelId);
  // A member who has blocked the reader can still be reported and blocked (rule 183), a deleted account cannot.
  const isGone = isFormer(accused);
  const actions: MenuAction[] = [
    ...(isGone
      ? []
      : [
          {
            key: 'reportMember',
            label: 'Signaler ce membre',
            icon: <Flag size={18} aria-hidden="true" />,
            onAct: () => setThing({ ...about, kind: 'member' }),
          },
        ]),
    ...(!isGone && messages.some(({ senderId }) => senderId === accused.id)
      ? [
          {
            key: 'reportMessage',
            label: 'Signaler un message',
            icon: <MessageSquareWarning size={18} aria-hidden="true" />,
            onAct: () => setThing({ ...about, kind: 'message' }),
          },
        ]
      : []),
    ...(isGone || isBlocked
      ? []
      : [
          {
            key: 'block',
            label: 'Bloquer ce membre',
            icon: <Ban size={18} aria-hidden="true" />,
            onAct: () => setBlocking(true),
          },
        ]),
  ];
  return (
    <>
      <ActionsMenu label={nameOf(accused)} actions={actions} isSmall />
      {thing && (
        <Suspense>
          <ReportDialog thing={thing} onClose={() => setThing(undefined)} />
        </Suspense>
      )}
      {isBlocking && (
        <Suspense>
          <BlockDialog member={accused} isInHand={isInHand} onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </>
  );
}
