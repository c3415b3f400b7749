import { ownBlock } from '#shared/friends/blocks.ts';
import { useBlock } from '#web/features/friends/use-block.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export const OwnBlock = ({ userId }: { userId: string }) => (
  <Callout tone="info">
    <p>{ownBlock}</p>
    <UnblockButton userId={userId} />
  </Callout>
);

/** `label` names the member where there are several. */
export function UnblockButton({ userId, label }: { userId: string; label?: string }) {
  const block = useBlock(userId);
  return (
    <SubmitButton
      type="button"
      variant="default"
      size="small"
      aria-label={label}
      busy={block.isPending}
      onClick={() =>
        block.mutate('unblock', {
          onError: (error) => toast.failed('Impossible de débloquer ce membre', error),
        })
      }
    >
      Débloquer
    </SubmitButton>
  );
}
