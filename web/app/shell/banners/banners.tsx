import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { Banner } from '#web/app/shell/banners/banner.tsx';
import { holdBannerRoom, releaseBannerRoom } from '#web/app/shell/banners/banner-room.ts';
import { laterBanners } from '#web/lib/later-banners.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { useSession } from '#web/lib/session/session.ts';

const AccountBanner = lazyPart(
  () => import('#web/app/shell/banners/account-banner.tsx').then((file) => file.AccountBanner),
  Nothing,
);

export function Banners() {
  const online = useOnline();
  const { undecided } = useSyncExternalStore(laterBanners.subscribe, laterBanners.get, laterBanners.get);
  return (
    <output className="banners">
      {!online ? (
        <Banner tone="warning">Vous êtes hors connexion. Vos saisies sont conservées sur cet appareil.</Banner>
      ) : (
        (undecided ?? <Account />)
      )}
    </output>
  );
}

function Account() {
  const { status, me, blocked, leaving, meFailed } = useSession();
  const hasNone = status === 'visitor' || Boolean(leaving) || meFailed;
  useLayoutEffect(holdBannerRoom, []);
  useLayoutEffect(() => (hasNone ? releaseBannerRoom() : undefined), [hasNone]);
  return me || blocked ? (
    <Suspense fallback={null}>
      <AccountBanner />
    </Suspense>
  ) : null;
}

function Nothing() {
  return null;
}
