import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Administrator } from '#shared/admin/administrators.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

interface Act {
  readonly name: 'deactivate' | 'reactivate' | 'delete' | 'withdraw';
  readonly send: (options: CallOptions) => Promise<unknown>;
  readonly done: string;
  readonly failed: (message: string) => string;
}

/** Changes or removes an administrator. Each act throws `ActFailed`. `onGone` is called after the removal. */
export function useAdministratorActs(administrator: Administrator, onGone: () => void) {
  const { id, email, state } = administrator;
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const call = { params: { administratorId: id } };
  const isInvited = state === 'invited';
  const act = useMutation({
    mutationFn: ({ name, send }: Act) => send({ idempotencyKey: keyOfTry({ name, id, state }) }),
    onSuccess: async (_, { name, done }) => {
      toast.success(done, email);
      await touch(queries, ['admin', 'administrators'], ['admin', 'adminLogs']);
      if (name === 'delete' || name === 'withdraw') onGone();
    },
  });
  const perform = (wanted: Act) =>
    act.mutateAsync(wanted).catch((error: unknown) => {
      const { code, detail } = asProblem(error);
      const isFinal = code === 'NOT_FOUND' || code === 'ALREADY_DECIDED';
      const refresh = () => touch(queries, ['admin', 'administrators']);
      throw new ActFailed({ detail: wanted.failed(detail), ...(isFinal ? { isFinal, onClosed: refresh } : {}) });
    });
  const deactivate = () =>
    perform({
      name: 'deactivate',
      send: (options) => adminApi.deactivateAdministrator(call, options),
      done: 'Administrateur désactivé',
      failed: (message) => `Erreur lors de la désactivation: ${message}`,
    });
  const reactivate = () =>
    perform({
      name: 'reactivate',
      send: (options) => adminApi.reactivateAdministrator(call, options),
      done: 'Administrateur réactivé',
      failed: (message) => `Erreur lors de la réactivation: ${message}`,
    });
  const remove = () =>
    perform({
      name: isInvited ? 'withdraw' : 'delete',
      send: (options) => adminApi.deleteAdministrator(call, options),
      done: isInvited ? 'Invitation retirée' : 'Administrateur supprimé',
      failed: (message) => `Erreur lors de la suppression: ${message}`,
    });
  return { deactivate, reactivate, remove, isPending: act.isPending };
}
