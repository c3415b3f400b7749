import { useQuery } from '@tanstack/react-query';
import type { SubscriptionInfo } from '#shared/subscriptions/yearly.ts';
import { longDay } from '#shared/values/time.ts';
import { siteQuery } from '#web/features/site/api.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { Callout } from '#web/ui/callout.tsx';
import '#web/features/subscriptions/subscriptions.css';

/**
 * The yearly subscription: its price, whether anything is due today, and its benefits once it is needed (rule 197). The
 * text before the answer is true with and without a needed subscription.
 */
export function YearlySubscription() {
  const { data, isError } = useQuery(siteQuery('subscriptionInfo'));
  return (
    <section className="offer card card--roomy stack" aria-labelledby="offer">
      <h2 id="offer">L'abonnement annuel</h2>
      <p>
        <strong className="offer__price">5000 DA</strong> pour 12 mois
      </p>
      {!isError && <div className="offer__now">{data && <Now info={data} />}</div>}
      <p>Quand il est nécessaire, un abonnement en cours permet de :</p>
      <Points
        of={[
          'publier et modifier vos colis et vos trajets ;',
          'accepter de livrer un colis, et choisir un transporteur ;',
          'commencer de nouvelles conversations.',
        ]}
      />
      <p>
        Les 12 mois commencent quand votre paiement est validé, même si le service est encore gratuit ce jour-là ; avant
        la fin d'un abonnement, ils s'ajoutent à ceux qui restent. Un paiement est vérifié sous 24 heures ouvrées, du
        dimanche au jeudi.
      </p>
      <p>Vos livraisons en cours et vos conversations continuent jusqu'au bout, avec ou sans abonnement.</p>
    </section>
  );
}

function Now({ info: { isFree, from } }: { info: SubscriptionInfo }) {
  if (!isFree) {
    return (
      <Callout tone="info" title="L'abonnement est nécessaire">
        <p>{from ? `Depuis le ${longDay(from)}, tous` : 'Tous'} les membres en ont besoin pour ce qui suit.</p>
      </Callout>
    );
  }
  return (
    <Callout tone={from ? 'info' : 'success'} title="Gratuit pour le moment">
      <p>
        Vous n'avez rien à payer, et rien ne dépend d'un abonnement aujourd'hui.{' '}
        {from
          ? `Tous les membres en auront besoin à partir du ${longDay(from)}.`
          : "Si cela change, cette page vous le dira au moins 30 jours à l'avance, et nous vous écrirons."}
      </p>
    </Callout>
  );
}
