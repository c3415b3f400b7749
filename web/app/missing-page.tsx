import { useEffect } from 'react';
import { askForPartsAgain, isReachable, type PartMissing } from '#web/lib/load-part.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';

/** Milliseconds between network checks, for browsers that do not report a change. */
const lookEveryMs = 5_000;

/** Shown when the code of a page did not load. The page appears by itself once the network is back. */
export function MissingPage({ why, onRetry }: { why: PartMissing['why']; onRetry: () => void }) {
  useEffect(() => {
    if (why !== 'offline') return;
    const look = () => void isReachable().then((isBack) => isBack && onRetry());
    const timer = setInterval(look, lookEveryMs);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [why, onRetry]);
  // A member who leaves the page and returns loads it again.
  useEffect(() => askForPartsAgain, []);

  return (
    <section className="container message-page">
      {why === 'offline' ? (
        <>
          <AppearingHeading>Pas de connexion</AppearingHeading>
          <p>Cette page s'affichera dès que la connexion sera revenue. Vos saisies sont conservées sur cet appareil.</p>
          <Button variant="primary" onClick={onRetry}>
            Réessayer
          </Button>
        </>
      ) : (
        <>
          <AppearingHeading>Cette page n'a pas pu être chargée</AppearingHeading>
          <p>Une nouvelle version du site vient d'arriver. Rechargez la page : vos saisies sont conservées.</p>
          <Button variant="primary" onClick={() => location.reload()}>
            Recharger
          </Button>
        </>
      )}
    </section>
  );
}
