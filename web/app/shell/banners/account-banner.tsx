import { useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { mailsLostText } from '#shared/profiles/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { comingSentence, needsSubscription } from '#shared/subscriptions/words.ts';
import { Banner, rememberBannerRoom } from '#web/app/shell/banners/banner.tsx';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { useSession } from '#web/lib/session/session.ts';

/** A change of the subscription within these days takes precedence over documents. */
const nearDays = 7;

const toSubscription = { to: paths.paymentMethods, text: 'Voir mon abonnement' };

function SubscriptionLink() {
  const isThere = useLocation().pathname === paths.paymentMethods;
  return isThere ? null : <WayOutLink wayOut={toSubscription} />;
}

/** Messages about the member's account, one at a time. */
export function AccountBanner() {
  const { me, blocked } = useSession();
  useLayoutEffect(rememberBannerRoom, [me, blocked]);
  if (blocked) {
    return (
      <Banner tone="error">
        Votre compte est bloqué{blocked.statusReason ? ` : ${blocked.statusReason}` : '.'}
        <Link to={paths.contact}>Nous contacter</Link>
      </Banner>
    );
  }
  if (!me) return null;
  if (me.mailRefused) {
    return (
      <Banner tone="warning">
        {mailsLostText(me.mailRefused, me.email)}{' '}
        {me.isAdmin ? (
          <Link to={paths.contact}>Nous écrire</Link>
        ) : (
          <Link to={withQuery(paths.profile, { tab: 'settings' })}>Corriger mon adresse</Link>
        )}
      </Banner>
    );
  }
  const documentsMissing = Object.values(me.documents).some((state) => state === 'none' || state === 'refused');
  if (me.status === 'rejected') {
    return (
      <Banner tone="error">
        Votre profil n'a pas été approuvé{me.statusReason ? ` : ${me.statusReason}` : '.'}
        <Link to={paths.confirmEmail}>Renvoyer mes documents</Link>
      </Banner>
    );
  }
  const { suspended, coming } = me.subscription;
  if (suspended) {
    return (
      <Banner tone="warning">
        {needsSubscription} <SubscriptionLink />
      </Banner>
    );
  }
  const change = coming && (
    <Banner tone={coming.left > nearDays ? 'info' : 'warning'}>
      {comingSentence(coming)} <SubscriptionLink />
    </Banner>
  );
  if (me.status !== 'pending' || (coming && coming.left <= nearDays)) return change;
  // The change is far away, so the documents are more urgent.
  return documentsMissing ? (
    <Banner tone="warning">
      Il manque votre pièce d'identité ou votre photo : nous ne pouvons pas encore vérifier votre profil.{' '}
      <Link to={paths.confirmEmail}>Envoyer mes documents</Link>
    </Banner>
  ) : (
    <Banner tone="info">Vos documents sont en cours de vérification (24 à 48 heures).</Banner>
  );
}
