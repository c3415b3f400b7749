import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { useInBrowser } from '#web/lib/browser.ts';
import { useDocumentHead } from '#web/lib/document/document-head.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/ui/pictures/drawing.tsx';

const waysOut = [
  { to: paths.home, text: "Retour à l'accueil" },
  { to: paths.findParcels, text: 'Rechercher des colis' },
  { to: paths.sendParcel, text: 'Envoyer un colis' },
];

const head = { path: '', title: 'Page non trouvée', isListed: false };

export function NotFoundPage() {
  const { pathname } = useLocation();
  // A rendered document does not know the address that the visitor asked for.
  const isInBrowser = useInBrowser();
  useDocumentHead(head);
  return (
    <section className="container message-page empty-state">
      <Drawing name="lost" />
      <h1 tabIndex={-1}>Page non trouvée</h1>
      <p>La page que vous recherchez n'existe pas ou a été déplacée.</p>
      {isInBrowser && (
        <p className="muted small">
          Adresse demandée : <code translate="no">{pathname}</code>
        </p>
      )}
      <div className="cluster">
        {waysOut.map(({ to, text }, index) => (
          <Button as={Link} key={to} to={to} variant={index === 0 ? 'primary' : 'default'}>
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
}
