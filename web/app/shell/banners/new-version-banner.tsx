import { Banner } from '#web/app/shell/banners/banner.tsx';
import { setLaterBanner } from '#web/lib/later-banners.ts';

/** A newer build of the site is ready on this device. */
export const showNewVersion = (onStart: () => void): void =>
  setLaterBanner({
    newVersion: (
      <Banner tone="info">
        Une nouvelle version est disponible.{' '}
        <button type="button" className="amplify-button amplify-button--small" onClick={onStart}>
          Mettre à jour
        </button>
      </Banner>
    ),
  });
