import { useBlock } from '#web/features/friends/use-block.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';

interface BlockDialogProps {
  member: { id: string; firstName: string };
  isInHand: boolean | undefined;
  onClose: () => void;
}

export function BlockDialog({ member, isInHand, onClose }: BlockDialogProps) {
  const block = useBlock(member.id);
  return (
    <ConfirmDialog
      open
      title="Bloquer ce membre ?"
      confirm="Bloquer"
      destructive
      onConfirm={() => block.mutateAsync('block').catch(failedAs('Impossible de bloquer ce membre'))}
      onClose={onClose}
    >
      <p>
        <bdi translate="no">{member.firstName}</bdi> ne pourra plus vous écrire, ni ouvrir votre profil et vos annonces.
        Nous ne l'en prévenons pas. Vous ne pourrez plus lui écrire.
      </p>
      {isInHand && (
        <>
          <p>Votre livraison en cours continue : vous pouvez encore vous écrire à son sujet.</p>
          <p>
            Tant que la livraison en cours n'est pas terminée, <bdi translate="no">{member.firstName}</bdi> peut s'en
            rendre compte.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
