import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '#web/features/site/api.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { Notice } from '#web/ui/notice.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** The yearly subscription: its price, what it gives, and whether anything is due at present (rule 19). */
export function Offer() {
  const { data, isError } = useQuery(siteQuery('subscriptionInfo'));
  return (
    <section className="offer card card--roomy stack" aria-labelledby="offer">
      <h2 id="offer">L'abonnement annuel</h2>
      <p>
        <strong className="offer__price">5000 DA</strong> pour 12 mois
      </p>
      {!isError && <div className="offer__now">{data && (data.isFree ? <Free /> : <Due />)}</div>}
      <p>Pendant 12 mois à partir de la validation de votre paiement, vous pouvez :</p>
      <Points
        of={[
          'publier vos colis et vos trajets ;',
          'proposer de livrer un colis, et choisir un transporteur ;',
          'écrire à de nouveaux membres.',
        ]}
      />
      <p>
        Un paiement est vérifié sous 24 heures ouvrées, du dimanche au jeudi. À la fin des 12 mois, ces actions
        attendent le renouvellement ; vos livraisons en cours et leurs conversations continuent jusqu'au bout.
      </p>
    </section>
  );
}

const Free = () => (
  <Notice tone="success" title="Gratuit pour le moment">
    <p>Vous n'avez rien à payer aujourd'hui. Si cela change, cette page le dira.</p>
  </Notice>
);

const Due = () => (
  <Notice tone="info" title="L'abonnement est en vigueur">
    <p>Un abonnement arrivé à sa fin est à renouveler pour publier, accepter et écrire à de nouveaux membres.</p>
  </Notice>
);
