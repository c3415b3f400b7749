import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Message } from '#shared/messaging/contract.ts';
import { type Acknowledged, warningIn } from '#shared/messaging/warnings.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { type ApiProblem, asProblem, isLost } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { draftIn, dropDraft, keepText, readText } from '#web/lib/drafts/draft.ts';
import { useHeldDraft } from '#web/lib/drafts/use-held-draft.ts';
import { enqueue } from '#web/lib/offline/queue.ts';
import { toast } from '#web/lib/toast.ts';

export interface Outgoing {
  content: string;
  afterSeq: number;
  /** Its author has read this warning about it. */
  acknowledged?: Acknowledged | undefined;
}

interface SendingOptions {
  recipientId: string;
  parcelId: string | undefined;
  draftName: string;
  /** Earlier messages of the conversation wait for the network: the next one waits behind them. */
  isWaiting: boolean;
  onSent: (message: Message) => void;
  /** A message that reached no server and no queue; its text returns to the composer. */
  onUnsent: (content: string) => void;
}

/**
 * One message on its way at a time. The same text tried again after a failure is the same message. Without a network it
 * is queued on this device, under the key of this try: it may have arrived. So is one whose page was left before the
 * server had answered.
 */
export function useSending(options: SendingOptions) {
  const { recipientId, parcelId, draftName, isWaiting, onSent, onUnsent } = options;
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const sentCount = useRef(0);
  const hasReadOfContact = useRef(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const sendingName = `${draftName}.sending`;
  useLeftSending(sendingName, { recipientId, parcelId }, onUnsent);
  const sending = useMutation({
    mutationFn: async ({ content, acknowledged }: Outgoing): Promise<Message | undefined> => {
      // While the conversation is open it warns of contact details once.
      const read = acknowledged ?? (hasReadOfContact.current ? 'contact' : undefined);
      const sent = { recipientId, parcelId, content };
      const body = { ...sent, ...(read ? { acknowledged: read } : {}) };
      const key = keyOfTry({ ...body, nth: sentCount.current });
      const queue = () => enqueue({ kind: 'message', key, ...sent });
      if ((isWaiting || !navigator.onLine) && (await queue())) return undefined;
      keepText(sendingName, JSON.stringify({ key, content, at: Date.now() }), 'message');
      try {
        return await messagingApi.sendMessage({ body }, { idempotencyKey: key });
      } catch (fault) {
        if (isLost(fault) && (await queue())) return undefined;
        throw fault;
      }
    },
    onMutate: ({ acknowledged }) => {
      setProblem(undefined);
      if (acknowledged === 'contact') hasReadOfContact.current = true;
    },
    onSettled: () => dropDraft(sendingName, 'message'),
    onSuccess: (message) => {
      sentCount.current += 1;
      if (!message) return;
      onSent(message);
      void touch(queries, ['messaging', 'conversations']);
    },
    onError: (error) => {
      const refused = asProblem(error);
      if (!warningIn(refused.code)) toast.failed(messagingWords.sendFailed, refused, wayOutOf(refused));
      setProblem(refused);
      // The parcel is gone, so reload the conversation; it explains why and links onward.
      if (refused.code === 'PARCEL_UNAVAILABLE') void touch(queries, ['messaging', 'conversation']);
    },
  });
  return {
    send: (outgoing: Outgoing): Promise<boolean> =>
      sending.mutateAsync(outgoing).then(
        () => true,
        () => false,
      ),
    /** Shown as a bubble « envoi… » until the thread holds the message. */
    outgoing: sending.isPending ? sending.variables : undefined,
    problem,
  };
}

const Sending = z.object({ key: z.string(), content: z.string(), at: z.number() });

/** Goes on with a message whose page was closed or loaded again before the server had answered. */
function useLeftSending(
  name: string,
  to: Pick<SendingOptions, 'recipientId' | 'parcelId'>,
  onUnsent: SendingOptions['onUnsent'],
): void {
  const goOn = async (text: string | null) => {
    const left = draftIn(text, Sending);
    if (!left?.key || !left.content) return;
    dropDraft(name, 'message');
    const { key, content, at } = left;
    if (!(await enqueue({ kind: 'message', key, content, ...to, ...(at ? { at } : {}) }))) onUnsent(content);
  };
  const goOnHere = useEffectEvent(() => goOn(readText(name, 'message')));
  useEffect(() => void goOnHere(), [name]);
  useHeldDraft(name, 'message', (text) => void goOn(text));
}
