import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { Examples } from '../../examples.ts';

interface QuestionProps {
  size: 'small' | 'medium' | 'large' | 'full';
  opensAtStart?: boolean;
  fails?: boolean;
  isLong?: boolean;
}

function Question({ size, opensAtStart = false, fails = false, isLong = false }: QuestionProps) {
  const [open, setOpen] = useState(opensAtStart);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ouvrir</Button>
      <Dialog
        open={open}
        onClose={close}
        title="Supprimer ce colis ?"
        size={size}
        role="alertdialog"
        failure={fails && <Callout tone="error">Suppression impossible. Réessayez.</Callout>}
        footer={
          <>
            <Button onClick={close}>Annuler</Button>
            <Button variant="destructive" onClick={close}>
              Supprimer
            </Button>
          </>
        }
      >
        {Array.from({ length: isLong ? 30 : 1 }, (_, index) => (
          <p key={index}>Le colis disparaît de vos annonces. Vous ne pourrez pas le récupérer.</p>
        ))}
      </Dialog>
    </>
  );
}

export const examples: Examples = {
  small: <Question size="small" opensAtStart />,
  medium: <Question size="medium" />,
  large: <Question size="large" />,
  full: <Question size="full" />,
  'a failed act': <Question size="small" fails />,
  'longer than the window': <Question size="medium" isLong />,
};
