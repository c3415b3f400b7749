import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Message } from '#shared/messaging/contract.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { type ApiProblem, asProblem, isLost } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { enqueue } from '#web/lib/offline/queue.ts';
import { toast } from '#web/lib/toast.ts';

export type Outgoing = { content: string; afterSeq: number };

type SendingOptions = {
  recipientId: string;
  parcelId: string | undefined;
  /** Earlier messages of the conversation wait for the network: the next one waits behind them. */
  isWaiting: boolean;
  /** The server has it: it goes into the thread. */
  onSent: (message: Message) => void;
};

/**
 * One message on its way at a time. The same text tried again after a failure is the same message. Without a network it
 * is queued on this device, under the key of this try: it may have arrived.
 */
export function useSending({ recipientId, parcelId, isWaiting, onSent }: SendingOptions) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const sentCount = useRef(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const sending = useMutation({
    mutationFn: async ({ content }: Outgoing): Promise<Message | undefined> => {
      const body = { recipientId, parcelId, content };
      const key = keyOfTry({ ...body, nth: sentCount.current });
      const queue = () => enqueue({ kind: 'message', key, ...body });
      if ((isWaiting || !navigator.onLine) && (await queue())) return undefined;
      try {
        return await messagingApi.sendMessage({ body }, { idempotencyKey: key });
      } catch (fault) {
        if (isLost(fault) && (await queue())) return undefined;
        throw fault;
      }
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (message) => {
      sentCount.current += 1;
      if (!message) return;
      onSent(message);
      void touch(queries, ['messaging', 'conversations']);
    },
    onError: (error) => {
      const refused = asProblem(error);
      toast.error(messagingWords.sendFailed, refused.detail, wayOutOf(refused));
      setProblem(refused);
      // The conversation that stands there cannot begin any more: it says so, and where to go on.
      if (refused.code === 'PARCEL_UNAVAILABLE') void touch(queries, ['messaging', 'conversation']);
    },
  });
  return {
    /** False when it did not leave: the text belongs back into the composer. */
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
