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
  const name = <bdi translate="no">{member.firstName}</bdi>;
  return (
    <ConfirmDialog
      open
      title="Bloquer ce membre ?"
      confirm="Bloquer"
      destructive
      onConfirm={() => block.mutateAsync('block').catch(failedAs('Impossible de bloquer ce membre'))}
      onClose={onClose}
    >
      {isInHand ? (
        <>
          <p>Votre livraison en cours continue : vous pouvez encore vous écrire à son sujet.</p>
          <p>
            Jusqu'à sa fin, {name} peut aussi ouvrir votre profil, avec votre numéro de téléphone, et se rendre compte
            du blocage.
          </p>
          <p>Pour le reste, vous ne pourrez plus vous écrire, et {name} ne pourra plus ouvrir vos autres annonces.</p>
        </>
      ) : (
        <p>
          {name} ne pourra plus vous écrire, ni ouvrir votre profil et vos annonces. Nous ne l'en prévenons pas. Vous ne
          pourrez plus lui écrire.
        </p>
      )}
    </ConfirmDialog>
  );
}
