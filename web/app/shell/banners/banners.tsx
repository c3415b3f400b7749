import { Suspense, useSyncExternalStore } from 'react';
import { Banner } from '#web/app/shell/banners/banner.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';

/** Lazy, because no visitor needs it. */
const AccountBanner = lazyPart(
  () => import('#web/app/shell/banners/account-banner.tsx').then((file) => file.AccountBanner),
  Nothing,
);

/** Under the header: the offline message, then messages about the account, one at a time. */
export function Banners() {
  const online = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="banners">
      {online ? (
        <Account />
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

function Account() {
  const { me, blocked } = useSession();
  return me || blocked ? (
    <Suspense fallback={null}>
      <AccountBanner />
    </Suspense>
  ) : null;
}

function Nothing() {
  return null;
}
