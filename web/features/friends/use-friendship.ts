import { useMutation, useQueryClient } from '@tanstack/react-query';
import { friendRoutes } from '#shared/friends/contract.ts';
import { showMember } from '#web/features/profiles/api.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

export const friendsApi = clientOf(friendRoutes);

/** Product 1.8; `refused` for a refusal of the server, `otherwise` for any other failure. */
const words = {
  add: {
    done: 'Ami ajouté',
    detail: "Cet utilisateur a été ajouté à votre liste d'amis",
    refused: "Impossible d'ajouter cet utilisateur à votre liste d'amis",
    otherwise: "Une erreur s'est produite lors de l'ajout de cet ami",
  },
  remove: {
    done: 'Ami retiré',
    detail: "Cet utilisateur a été retiré de votre liste d'amis",
    refused: "Impossible de retirer cet utilisateur de votre liste d'amis",
    otherwise: "Une erreur s'est produite lors de la suppression de cet ami",
  },
} as const;

const broken = new Set<ApiProblem['code']>(['OFFLINE', 'UNAVAILABLE', 'FAULT']);

/** Adds or removes a friend; updates the profile and the list of friends. */
export function useFriendship(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (act: keyof typeof words) => {
      if (act === 'add') await friendsApi.addFriend({ params: { userId } });
      else await friendsApi.removeFriend({ params: { userId } });
    },
    onSuccess: (_, act) => {
      toast.success(words[act].done, words[act].detail);
      showMember(queries, userId, (member) => ({ ...member, isFriend: act === 'add' }));
      return touch(queries, ['friends', 'myFriends']);
    },
    onError: (error, act) => toast.error('Erreur', sentenceOf(error, act)),
  });
}

function sentenceOf(error: unknown, act: keyof typeof words): string {
  if (!(error instanceof ApiProblem) || broken.has(error.code)) return words[act].otherwise;
  return act === 'add' && error.code === 'SIGNED_OUT'
    ? 'Vous devez être connecté pour ajouter un ami'
    : words[act].refused;
}
