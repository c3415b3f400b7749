import { Banner } from '#web/app/shell/banners/banner.tsx';

/** A newer build of the site is ready on this device. */
export const NewVersionBanner = ({ onStart }: { onStart: () => void }) => (
  <Banner tone="info">
    Une nouvelle version est disponible.{' '}
    <button type="button" className="amplify-button amplify-button--small" onClick={onStart}>
      Mettre à jour
    </button>
  </Banner>
);
