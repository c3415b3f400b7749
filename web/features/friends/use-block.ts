import { useMutation, useQueryClient } from '@tanstack/react-query';
import { friendsApi } from '#web/features/friends/use-friendship.ts';
import { showMember } from '#web/features/profiles/api.ts';
import { type RowKey, touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

/** A block between two members decides which of their requests can be answered (rule 183). */
const blockChanges = [
  ['accounts', 'readMe'],
  ['deliveries', 'myRequests'],
  ['parcels', 'myParcels'],
  ['parcels', 'readParcel'],
] as const satisfies readonly RowKey[];

/** Blocks or unblocks a member; updates their profile, the conversations with them, and both lists of members. */
export function useBlock(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (act: 'block' | 'unblock') => {
      if (act === 'block') await friendsApi.blockMember({ params: { userId } });
      else await friendsApi.unblockMember({ params: { userId } });
    },
    onSuccess: (_, act) => {
      toast.success(act === 'block' ? 'Membre bloqué' : 'Membre débloqué');
      showMember(queries, userId, ({ isBlocked: _before, ...member }) =>
        act === 'block' ? { ...member, isFriend: false, isBlocked: true } : member,
      );
      return touch(
        queries,
        ['friends', 'myBlocks'],
        ['friends', 'myFriends'],
        ['messaging', 'conversation', { params: { userId } }],
        ...blockChanges,
      );
    },
  });
}
