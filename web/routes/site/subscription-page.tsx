import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Bank } from '#shared/banks/contract.ts';
import { priceInFrance } from '#shared/receipts/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { SubscriptionInfo } from '#shared/subscriptions/yearly.ts';
import { longDay } from '#shared/values/time.ts';
import { siteQuery } from '#web/features/site/api.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { operator } from '#web/features/site/operator.ts';
import { BankAccount } from '#web/features/subscriptions/bank-account.tsx';
import { WayBack } from '#web/forms/way-out-link.tsx';
import { useInBrowser } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { ErrorPanel, LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons, Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** `/payment-methods` (rule 18). */
export function SubscriptionPage() {
  return (
    <div className="container page stack stack--wide">
      <header className="stack">
        <h1 tabIndex={-1}>Moyen de paiement</h1>
        <p className="lead">L'abonnement, ce qu'il permet, et les comptes sur lesquels le payer.</p>
        <WayBack />
      </header>
      <YearlySubscription />
      <OwnSubscription />
      <BankAccounts />
      <OwnReceipts />
    </div>
  );
}

/**
 * The yearly subscription: its price, whether anything is due today, and its benefits once it is needed (rule 197). The
 * text before the answer is true with and without a needed subscription.
 */
function YearlySubscription() {
  const { data, isError } = useQuery(siteQuery('subscriptionInfo'));
  const { subscriptionEuro: euros } = operator;
  return (
    <section className="offer card card--roomy stack" aria-labelledby="offer">
      <h2 id="offer">L'abonnement annuel</h2>
      <p>
        <strong className="offer__price">5000 DA</strong>
        {euros && <> ou {priceInFrance(euros)},</>} pour 12 mois, sans reconduction automatique
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
        Les 12 mois commencent quand votre paiement est validé ; avant la fin d'un abonnement, ils s'ajoutent à ceux qui
        restent. Un paiement est vérifié sous 24 heures ouvrées, du dimanche au jeudi.
      </p>
      <p>Vous pouvez renoncer au contrat, sans motif, pendant 14 jours après cette validation.</p>
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
        Inutile de payer maintenant : vos 12 mois commenceraient tout de suite, alors que rien ne dépend d'un abonnement
        aujourd'hui.{' '}
        {from
          ? `Tous les membres en auront besoin à partir du ${longDay(from)}.`
          : "Si cela change, cette page vous le dira au moins 30 jours à l'avance, et nous vous écrirons."}
      </p>
    </Callout>
  );
}

/** The accounts for paying the subscription, read at each visit because a member pays to them. */
function BankAccounts() {
  const { data, error, refetch } = useQuery({ ...siteQuery('banks'), staleTime: 0 });
  const isInBrowser = useInBrowser();
  const { status } = useSession();
  // A member's subscription would be above, and the session is still loading.
  const waits = status === 'loading' ? 'waits' : '';
  const { data: offer, isPending } = useQuery(siteQuery('subscriptionInfo'));
  // Nothing is due before a day is set.
  const isFolded = offer?.isFree === true && offer.from === undefined;
  const accounts = isPending ? [] : (data?.items ?? []);
  return (
    <section className={`bank-accounts stack ${waits}`} aria-labelledby="banks">
      <h2 id="banks">Nos coordonnées bancaires</h2>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {isInBrowser && !error && (!data || isPending) && <CardSkeletons count={1} />}
      {data?.items.length === 0 && (
        <>
          <p>Coordonnées à venir, contactez-nous.</p>
          <Button as={Link} to={withQuery(paths.contact, { topic: 'payment' })}>
            Nous contacter
          </Button>
        </>
      )}
      {accounts.length > 0 &&
        (isFolded ? (
          <details>
            <summary>Voir les comptes, même si rien ne presse</summary>
            <Accounts banks={accounts} />
          </details>
        ) : (
          <Accounts banks={accounts} />
        ))}
    </section>
  );
}

const Accounts = ({ banks }: { banks: readonly Bank[] }) => (
  <ul className="card-grid">
    {banks.map((bank) => (
      <li key={bank.id} className="card">
        <BankAccount bank={bank} />
      </li>
    ))}
  </ul>
);

const Standing = lazyPart(() =>
  import('#web/features/subscriptions/receipts/standing.tsx').then((file) => file.Standing),
);

/** The state of the member's subscription; its place is kept as soon as the page knows that there is a member. */
function OwnSubscription() {
  const { status, me, meFailed, blocked } = useSession();
  if (blocked) return <BlockedSubscription />;
  if (status !== 'member' || meFailed) return null;
  const waiting = <Waiting height="4rem" />;
  return (
    <section className="card card--roomy stack own-subscription" aria-labelledby="own-subscription">
      <h2 id="own-subscription">Mon abonnement</h2>
      <Suspense fallback={waiting}>{me ? <Standing me={me} /> : waiting}</Suspense>
    </section>
  );
}

/** A blocked member gives up the contract by letter (rule 216). */
const BlockedSubscription = () => (
  <section className="card card--roomy stack" aria-labelledby="own-subscription">
    <h2 id="own-subscription">Mon abonnement</h2>
    <p>
      Votre compte est bloqué, mais vous gardez votre droit de rétractation : pour renoncer à un abonnement validé il y
      a moins de 14 jours, écrivez-nous.
    </p>
    <div>
      <Button as={Link} to={withQuery(paths.contact, { topic: 'withdrawal' })}>
        Renoncer au contrat
      </Button>
    </div>
  </section>
);

const OwnPayments = lazyPart(() =>
  import('#web/features/subscriptions/receipts/own-payments.tsx').then((file) => file.OwnPayments),
);

/** Members send their receipts here, visitors sign in first and come back (rule 18). */
function OwnReceipts() {
  const { status, me, meFailed, refresh } = useSession();
  if (status === 'visitor') {
    return (
      <section className="stack" aria-labelledby="proofs">
        <h2 id="proofs">Votre justificatif de paiement</h2>
        <p>Après votre paiement, envoyez-nous votre reçu. Il est vérifié sous 24 heures ouvrées.</p>
        <p>
          <Button as={Link} variant="primary" to={withQuery(paths.login, { redirect: paths.paymentMethods })}>
            Se connecter pour envoyer un justificatif
          </Button>
        </p>
      </section>
    );
  }
  if (me) {
    return (
      <Suspense fallback={<Waiting height="12rem" />}>
        <OwnPayments />
      </Suspense>
    );
  }
  if (meFailed) return <ErrorPanel message="Impossible de charger votre compte." onRetry={() => void refresh()} />;
  return null;
}

const Waiting = ({ height }: { height: string }) => (
  <Loading>
    <Skeleton height={height} />
  </Loading>
);
