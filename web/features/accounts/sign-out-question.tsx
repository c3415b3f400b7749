import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';

interface SignOutQuestionProps {
  lost: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asked before a sign-out that erases something unsent. */
export function SignOutQuestion({ lost, onConfirm, onClose }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      open
      title="Se déconnecter ?"
      confirm="Se déconnecter"
      cancel="Rester"
      onConfirm={async () => (onClose(), onConfirm())}
      onClose={onClose}
    >
      <LostDrafts lost={lost} />
    </ConfirmDialog>
  );
}

export function LostDrafts({ lost }: Pick<SignOutQuestionProps, 'lost'>) {
  if (lost.length === 0) return null;
  const begin = lost.length === 1 ? 'Un brouillon sera effacé' : 'Des brouillons seront effacés';
  const named = [...new Set(lost)].map((name) => {
    const count = lost.filter((other) => other === name).length;
    return count > 1 ? `${name} (${count})` : name;
  });
  return (
    <p dir="ltr">
      {begin} de cet appareil : {named.join(', ')}.
    </p>
  );
}
