import { useMutation } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/contract.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** One switch of the settings, saved immediately (rule 31): whether it is on, also while it is being saved. */
export function useSetting(
  me: Me,
  { read, write }: { read: (settings: Settings) => boolean; write: (settings: Settings, on: boolean) => Settings },
) {
  const { latest, show } = useOwnAccount(me);
  const { refresh } = useSession();
  const saving = useMutation({
    // One call after the other, because each sends all settings.
    scope: { id: 'settings' },
    mutationFn: (on: boolean) => profilesApi.updateMySettings({ body: write(latest().settings, on) }),
    onSuccess: show,
    onError: (error) => {
      toast.failed('Réglage non enregistré', error);
      return refresh();
    },
  });
  return {
    isOn: saving.isPending ? saving.variables : read(me.settings),
    turn: (on: boolean) => saving.mutate(on),
    state: saving.isPending
      ? 'Enregistrement…'
      : saving.isSuccess
        ? 'Enregistré'
        : saving.isError && !asProblem(saving.error).isUncertain
          ? 'Non enregistré'
          : '',
  };
}
