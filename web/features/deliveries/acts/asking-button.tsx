import type { ReactNode } from 'react';
import { useOnline } from '#web/lib/offline/online.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const waitsForNetwork = 'Cette étape demande une connexion. Réessayez dès son retour.';

interface AskingButtonProps {
  children: ReactNode;
  isPrimary?: boolean | undefined;
  /** The act needs the answer of the server, so it waits for the network. */
  waits?: boolean;
  onAsk: () => void;
}

/** A button that opens the question before an act. Without a network, a toast asks to wait. */
export function AskingButton({ children, isPrimary = false, waits = true, onAsk }: AskingButtonProps) {
  const mustWait = !useOnline() && waits;
  return (
    <Button
      variant={isPrimary ? 'primary' : 'default'}
      aria-disabled={mustWait || undefined}
      onClick={() => (mustWait ? toast.info('Pas de connexion', waitsForNetwork) : onAsk())}
    >
      {children}
    </Button>
  );
}
