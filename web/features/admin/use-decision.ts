import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operationFailed } from '#shared/admin/words.ts';
import { dropReason } from '#web/forms/use-kept-text.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, type Row, touch } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { toast } from '#web/lib/toast.ts';

export type Decision<Item> = {
  /** Identifies the act, the resource and its version: a retry is the same act. */
  act: { name: string; id: string; version: number; reason?: string | undefined; to?: string };
  send: (options: CallOptions) => Promise<Item>;
  done: { title: string; detail?: string };
  /** The sentence of a failure where the usual one does not fit; `because` replaces the reason of a code. */
  failed?: { title: string; because?: Readonly<Record<string, string>> };
};

/** Another administrator was faster, or the owner changed it: the current state must be read before a decision. */
const overtaken = new Set(['ALREADY_DECIDED', 'CONTENT_CHANGED', 'STATE_CHANGED', 'STALE', 'NOT_FOUND']);

/** Closes what asked for an act once it is settled: while its second factor is not proven, what was typed stays. */
export const closing =
  (close: () => void) =>
  (_answer: unknown, error: unknown): void => {
    if (!error || asProblem(error).code !== 'SECOND_FACTOR') close();
  };

/** One decision of an administrator; its outcome updates the lists of `row`. */
export function useDecision<Item>(row: Row<'admin'>, idOf: (item: Item) => string) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ act, send }: Decision<Item>) => send({ idempotencyKey: keyOfTry(act) }),
    onSuccess: (decided, { act, done }) => {
      dropReason(act.name, act.id);
      toast.success(done.title, done.detail);
      // The lists' index is updated a moment later: the answer itself is shown, then the live counters refresh all.
      inPages<Item>(queries, queryKey('admin', row), (items) =>
        items.map((known) => (idOf(known) === idOf(decided) ? decided : known)),
      );
      void touch(queries, ['admin', 'adminStatistics'], ['admin', 'adminQueues'], ['admin', 'adminLogs']);
    },
    onError: (error, { failed }) => {
      const { code, title, detail } = asProblem(error);
      if (!overtaken.has(code)) {
        if (failed) return toast.error(failed.title, failed.because?.[code] ?? detail);
        return toast.error(operationFailed(detail));
      }
      toast.error(failed?.title ?? title, `${detail} La liste a été actualisée.`);
      return touch(queries, ['admin', row], ['admin', 'adminStatistics'], ['admin', 'adminQueues']);
    },
  });
}
