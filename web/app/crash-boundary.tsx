import { Component, type ReactNode } from 'react';

type State = { reference?: string };

/** Keeps a page that breaks from taking the site with it. React asks for a class here. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(): State {
    return { reference: crypto.randomUUID().slice(0, 8).toUpperCase() };
  }

  override componentDidCatch(fault: unknown) {
    console.error(`page crashed, reference ${this.state.reference}`, fault);
  }

  override render() {
    if (!this.state.reference) return this.props.children;
    return (
      <section className="container notice-page">
        <h1 tabIndex={-1}>Cette page a rencontré un problème</h1>
        <p>Rechargez la page. Si le problème continue, donnez-nous cette référence : {this.state.reference}.</p>
        <button type="button" className="amplify-button amplify-button--primary" onClick={() => location.reload()}>
          Recharger
        </button>
      </section>
    );
  }
}
