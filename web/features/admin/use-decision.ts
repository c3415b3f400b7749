import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operationFailed } from '#shared/admin/words.ts';
import { ActFailed, type Failure, toastFailure, failureOf as toFailure } from '#web/forms/confirming/failure.ts';
import { dropReason } from '#web/forms/use-kept-text.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, type RowName, touch } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { toast } from '#web/lib/toast.ts';

export interface Decision<Item> {
  /** Identifies the act, the resource and its version: a retry is the same act. */
  act: { name: string; id: string; version: number; reason?: string; term?: string | undefined; to?: string };
  send: (options: CallOptions) => Promise<Item>;
  done: { title: string; detail?: string };
  /** The sentence of a failure where the usual one does not fit; `because` replaces the reason of a code. */
  failed?: { title: string; because?: Readonly<Record<string, string>> };
}

/** Another administrator was faster, or the owner changed it: the current state must be read before a decision. */
const overtaken = new Set(['ALREADY_DECIDED', 'CONTENT_CHANGED', 'STATE_CHANGED', 'STALE', 'NOT_FOUND']);

/** One decision of an administrator; its outcome updates the lists of `row`. */
export function useDecision<Item>(row: RowName<'admin'>, idOf: (item: Item) => string) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const refresh = () => touch(queries, ['admin', row], ['admin', 'adminStatistics'], ['admin', 'adminQueues']);
  const { mutateAsync, isPending } = useMutation({
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
  });

  const failureOf = (error: unknown, failed: Decision<Item>['failed']): Failure => {
    const { code, title, detail } = asProblem(error);
    if (overtaken.has(code)) return { title: failed?.title ?? title, detail, isFinal: true, onClosed: refresh };
    if (failed) return { title: failed.title, detail: failed.because?.[code] ?? detail };
    return { detail: operationFailed(detail) };
  };
  const decide = async (decision: Decision<Item>): Promise<void> => {
    try {
      await mutateAsync(decision);
    } catch (error) {
      if (error instanceof ActFailed) throw error;
      throw new ActFailed(failureOf(error, decision.failed));
    }
  };
  return {
    isPending,
    decide,
    decideAtOnce: (decision: Decision<Item>) => {
      decide(decision).catch((error: unknown) => {
        const { detail, ...failure } = toFailure(error);
        toastFailure({ ...failure, detail: failure.isFinal ? `${detail} La liste a été actualisée.` : detail });
      });
    },
  };
}
