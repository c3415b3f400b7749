import { Component, type ReactNode, useEffect } from 'react';
import { sayAlive } from '#web/lib/alive.ts';
import { askForPartsAgain, isReachable, PartMissing } from '#web/lib/load-part.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';

/** Milliseconds between network checks, for browsers that do not report a change. */
const lookEveryMs = 5_000;

/** Shown when the code of a page did not load. The page appears by itself once the network is back. */
function MissingPage({ why, onRetry }: { why: PartMissing['why']; onRetry: () => void }) {
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

interface State {
  reference?: string | undefined;
  missing?: PartMissing['why'] | undefined;
}

interface Props {
  children: ReactNode;
  /** A part beside a page closes when it fails, and its page stays. */
  onFault?: (fault: unknown) => void;
}

/** Prevents a page that fails or does not load from breaking the whole site. React needs a class here. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(fault: unknown): State {
    if (fault instanceof PartMissing) return { missing: fault.why };
    // The server's answers belong to another release, so this page cannot show them.
    if (otherRelease.get() > 0) return { missing: 'gone' };
    return { reference: crypto.randomUUID().slice(0, 8).toUpperCase() };
  }

  override componentDidCatch(fault: unknown) {
    sayAlive();
    this.props.onFault?.(fault);
    if (fault instanceof PartMissing) return;
    console.error(`page crashed, reference ${this.state.reference}`, fault);
  }

  readonly retry = () => {
    askForPartsAgain();
    this.setState({ missing: undefined });
  };

  override render() {
    if (this.props.onFault && (this.state.missing || this.state.reference)) return null;
    if (this.state.missing) return <MissingPage why={this.state.missing} onRetry={this.retry} />;
    if (!this.state.reference) return this.props.children;
    return (
      <section className="container message-page">
        <h1 tabIndex={-1}>Cette page a rencontré un problème</h1>
        <p>Rechargez la page. Si le problème continue, donnez-nous cette référence : {this.state.reference}.</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Recharger
        </Button>
      </section>
    );
  }
}
