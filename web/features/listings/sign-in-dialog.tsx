import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Asks a visitor to sign in before an act, and returns them to `path` (product 2.2). */
export function SignInDialog(props: { open: boolean; reason: string; path: string; onClose: () => void }) {
  const { open, reason, path, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Connexion requise"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button as={Link} to={withQuery(paths.register, { redirect: path })}>
            S'inscrire
          </Button>
          <Button as={Link} variant="primary" data-autofocus to={loginPath(path)}>
            Se connecter
          </Button>
        </>
      }
    >
      <p>{reason}</p>
      <p className="muted">Vos saisies sont conservées sur cet appareil : vous les retrouverez après la connexion.</p>
    </Dialog>
  );
}
