import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { hasPage } from '#web/app/pages.ts';
import { useSession } from '#web/lib/session.ts';

/** Under the header: being offline, then what the member must know of his account, one at a time. */
export function Banners() {
  const online = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="banners">
      {online ? (
        <AccountBanner />
      ) : (
        <Banner tone="warning">Vous êtes hors connexion. Vos saisies sont conservées sur cet appareil.</Banner>
      )}
    </output>
  );
}

function followConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

function AccountBanner() {
  const { me, blocked } = useSession();
  if (blocked) {
    return (
      <Banner tone="error">
        Votre compte est bloqué{blocked.statusReason ? ` : ${blocked.statusReason}` : '.'}
        {hasPage('/contact') && <Link to="/contact">Nous contacter</Link>}
      </Banner>
    );
  }
  if (!me) return null;
  const documentsMissing = Object.values(me.documents).some((state) => state === 'none' || state === 'refused');
  const documentsLink = hasPage('/confirm-email-success') && (
    <Link to="/confirm-email-success">Envoyer mes documents</Link>
  );
  if (me.status === 'rejected') {
    return (
      <Banner tone="error">
        Votre profil n'a pas été approuvé{me.statusReason ? ` : ${me.statusReason}` : '.'}
        {hasPage('/confirm-email-success') && <Link to="/confirm-email-success">Renvoyer mes documents</Link>}
      </Banner>
    );
  }
  if (me.status !== 'pending') return null;
  return documentsMissing ? (
    <Banner tone="warning">
      Vos justificatifs sont incomplets : nous ne pouvons pas encore vérifier votre profil. {documentsLink}
    </Banner>
  ) : (
    <Banner tone="info">Vos documents sont en cours de vérification (24 à 48 heures).</Banner>
  );
}

function Banner({ tone, children }: { tone: 'info' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={`banner banner--${tone}`}>
      <span className="banner__text">{children}</span>
    </span>
  );
}
