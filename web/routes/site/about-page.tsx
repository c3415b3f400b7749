import { Link } from 'react-router-dom';
import { yearPrice } from '#shared/receipts/words.ts';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { LegalContact } from '#web/features/site/legal-contact.tsx';
import { operator } from '#web/features/site/operator.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/site/site.css';

export function AboutPage() {
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Qui sommes-nous</h1>
      <p className="lead">
        {brand.tagline} {brand.name} réunit ceux qui ont un colis à faire parvenir et ceux qui font déjà le voyage.
      </p>

      <h2>Pourquoi</h2>
      <p>
        Entre la France et l'Algérie, beaucoup de familles vivent sur deux rives. Un papier attendu, des vêtements pour
        un neveu, des chocolats pour une fête : tout cela voyageait déjà dans les valises d'une connaissance, d'un
        cousin, d'un ami d'ami. Il manquait un lieu où se trouver, se parler et savoir à qui l'on a affaire.
      </p>

      <h2>Ce que nous faisons</h2>
      <Points
        of={[
          "nous vérifions l'identité de chaque membre avant sa première livraison, sous 24 à 48 heures ;",
          "nous relisons chaque colis et chaque trajet avant qu'il n'apparaisse ;",
          'nous donnons aux membres une messagerie, un suivi étape par étape et des photos datées à chaque étape ;',
          'nous écoutons ceux à qui il arrive un problème, et nous bloquons ceux qui trompent.',
        ]}
      />

      <h2>Ce que nous ne faisons pas</h2>
      <p>
        Nous ne transportons rien et n'encaissons rien. Les membres fixent le prix entre eux et se paient directement.
        Nous ne vendons pas de données, et personne ne vous suit à la trace sur ce site.
      </p>

      <h2>Ce que cela coûte</h2>
      <p>
        L'abonnement annuel coûte {yearPrice(operator.subscriptionEuro)}. La page{' '}
        <Link to={paths.paymentMethods}>Moyen de paiement</Link> dit à tout moment s'il est nécessaire, ou si le service
        est encore gratuit.
      </p>

      <h2>Qui répond du service</h2>
      <LegalContact />

      <div className="cluster">
        <Button as={Link} variant="primary" to={paths.howItWorks}>
          Comment ça marche
        </Button>
        <Button as={Link} to={paths.faq}>
          Questions fréquentes
        </Button>
      </div>
    </article>
  );
}
