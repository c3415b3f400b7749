import { UserMinus, UserPlus } from 'lucide-react';
import { SubmitButton } from '#web/components/submit-button.tsx';
import { useFriendship } from '#web/features/friends/use-friendship.ts';

export function FriendButton({ userId, isFriend }: { userId: string; isFriend: boolean }) {
  const friendship = useFriendship(userId);
  const Icon = isFriend ? UserMinus : UserPlus;
  return (
    <SubmitButton
      type="button"
      variant="default"
      busy={friendship.isPending}
      onClick={() => friendship.mutate(isFriend ? 'remove' : 'add')}
    >
      <Icon size={20} aria-hidden="true" /> {isFriend ? 'Retirer de mes amis' : 'Ajouter en ami'}
    </SubmitButton>
  );
}
