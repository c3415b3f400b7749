import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { notNeededToday } from '#shared/subscriptions/words.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { Button } from '#web/ui/button.tsx';

const day = (iso: string | undefined) => (iso ? shortDay(dayOf(Date.parse(iso))) : '');

const sentences: Readonly<Record<Me['subscription']['status'], (endDate: string) => string>> = {
  none: () => "Vous n'avez pas d'abonnement en cours.",
  active: (endDate) => (endDate ? `Abonnement actif jusqu'au ${endDate}.` : 'Abonnement actif.'),
  expired: (endDate) => (endDate ? `Votre abonnement a expiré le ${endDate}.` : 'Votre abonnement a expiré.'),
};

export function SubscriptionLine({ subscription }: { subscription: Me['subscription'] }) {
  const { status, endDate, suspended } = subscription;
  return (
    <section className="card card--roomy stack" aria-labelledby="subscription-title">
      <h2 id="subscription-title">Abonnement</h2>
      <p>
        {sentences[status](day(endDate))}
        {status === 'active' || suspended ? '' : ` ${notNeededToday}`}
      </p>
      <p>
        <Button as={Link} to={paths.paymentMethods}>
          Gérer mon abonnement
        </Button>
      </p>
    </section>
  );
}
