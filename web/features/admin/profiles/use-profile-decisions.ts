import type { AdminProfile } from '#shared/admin/contract.ts';
import { decided } from '#shared/admin/words.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { useDecision } from '#web/features/admin/use-decision.ts';

/** The decisions about a profile, each at the version on the screen. */
export function useProfileDecisions({ card, version }: AdminProfile) {
  const { isPending, decide, decideAtOnce } = useDecision<AdminProfile>('adminProfiles', (profile) => profile.card.id);
  const call = { params: { userId: card.id }, version };
  const act = (name: string, reason?: string) => ({ name, id: card.id, version, reason });

  const approve = () =>
    decideAtOnce({
      act: act('approve'),
      send: (options) => adminApi.approveProfile(call, options),
      done: decided('profile', 'approved'),
    });
  const reject = (reason: string) =>
    decide({
      act: act('reject', reason),
      send: (options) => adminApi.rejectProfile({ ...call, body: { reason } }, options),
      done: decided('profile', 'rejected'),
    });
  const unblock = () =>
    decideAtOnce({
      act: act('unblock'),
      send: (options) => adminApi.unblockProfile(call, options),
      done: { title: 'Profil débloqué' },
    });
  const block = (reason: string) =>
    decide({
      act: act('block', reason),
      send: (options) => adminApi.blockProfile({ ...call, body: { reason } }, options),
      done: { title: 'Profil bloqué' },
    });

  return { approve, reject, block, unblock, isPending };
}
