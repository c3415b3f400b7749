import { UserMinus, UserPlus } from 'lucide-react';
import { useFriendship } from '#web/features/friends/use-friendship.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

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
