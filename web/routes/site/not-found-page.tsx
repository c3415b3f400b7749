import { Link, useLocation } from 'react-router-dom';
import { Drawing } from '#web/ui/drawing.tsx';

const waysOut = [
  { to: '/', text: "Retour à l'accueil" },
  { to: '/find-parcels', text: 'Rechercher des colis' },
  { to: '/send-parcel', text: 'Envoyer un colis' },
];

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <section className="container notice-page">
      <Drawing name="lost" />
      <h1 tabIndex={-1}>Page non trouvée</h1>
      <p>La page que vous recherchez n'existe pas ou a été déplacée.</p>
      <p className="muted small">
        Adresse demandée : <code>{pathname}</code>
      </p>
      <div className="cluster">
        {waysOut.map(({ to, text }, index) => (
          <Link key={to} to={to} className={`amplify-button${index === 0 ? ' amplify-button--primary' : ''}`}>
            {text}
          </Link>
        ))}
      </div>
    </section>
  );
}
