import { Component, type ReactNode } from 'react';
import { MissingPage } from '#web/app/missing-page.tsx';
import { sayAlive } from '#web/app/prerender/alive.ts';
import { askForPartsAgain, PartMissing } from '#web/lib/load-part.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { Button } from '#web/ui/button.tsx';

interface State {
  reference?: string | undefined;
  missing?: PartMissing['why'] | undefined;
}

/** Prevents a page that fails or does not load from breaking the whole site. React needs a class here. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(fault: unknown): State {
    if (fault instanceof PartMissing) return { missing: fault.why };
    // The server's answers belong to another release, so this page cannot show them.
    if (otherRelease.get() > 0) return { missing: 'gone' };
    return { reference: crypto.randomUUID().slice(0, 8).toUpperCase() };
  }

  override componentDidCatch(fault: unknown) {
    sayAlive();
    if (fault instanceof PartMissing) return;
    console.error(`page crashed, reference ${this.state.reference}`, fault);
  }

  readonly retry = () => {
    askForPartsAgain();
    this.setState({ missing: undefined });
  };

  override render() {
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
