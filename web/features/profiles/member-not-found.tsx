import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/ui/pictures/drawing.tsx';

/** No member has this id, or the member is not visible (product 1.2). */
export function MemberNotFound({ userId }: { userId: string }) {
  const navigate = useNavigate();
  return (
    <div className="message-page empty-state">
      <Drawing name="lost" />
      <h1>Profil introuvable</h1>
      <p>Le profil que vous recherchez n'existe pas ou a été supprimé.</p>
      <p className="muted small">
        Identifiant : <code translate="no">{userId.slice(0, 8)}</code>
      </p>
      <div className="cluster">
        <Button variant="primary" onClick={() => void navigate(-1)}>
          Retour
        </Button>
        <Button as={Link} to={paths.home}>
          Accueil
        </Button>
        <Button as={Link} to={paths.findParcels}>
          Rechercher des colis
        </Button>
      </div>
    </div>
  );
}
