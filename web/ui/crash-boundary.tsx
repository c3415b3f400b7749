import { Component, type ReactNode, useEffect } from 'react';
import { sayAlive } from '#web/lib/alive.ts';
import { askForPartsAgain, isReachable, PartMissing } from '#web/lib/load-part.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';

/** Milliseconds between network checks, for browsers that do not report a change. */
const lookEveryMs = 5_000;

/** `offline` and `gone`: its code did not load; else the reference of its fault. */
interface State {
  why?: string | undefined;
}

const wordsOf = (why: string): readonly [title: string, text: string] => {
  if (why === 'offline')
    return [
      'Pas de connexion',
      "Cette page s'affichera dès que la connexion sera revenue. Vos saisies sont conservées sur cet appareil.",
    ];
  if (why === 'gone')
    return [
      "Cette page n'a pas pu être chargée",
      "Une nouvelle version du site vient d'arriver. Rechargez la page : vos saisies sont conservées.",
    ];
  return [
    'Cette page a rencontré un problème',
    `Rechargez la page. Si le problème continue, donnez-nous cette référence : ${why}.`,
  ];
};

/** Shown instead of a page. Without a network the page appears by itself once the network is back. */
function InsteadOfPage({ why, onRetry }: { why: string; onRetry: () => void }) {
  const isOffline = why === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    const look = () => void isReachable().then((isBack) => isBack && onRetry());
    const timer = setInterval(look, lookEveryMs);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [isOffline, onRetry]);
  // A member who leaves the page and returns loads it again.
  useEffect(() => askForPartsAgain, []);

  const [title, text] = wordsOf(why);
  return (
    <section className="container message-page">
      <AppearingHeading>{title}</AppearingHeading>
      <p>{text}</p>
      <Button variant="primary" onClick={isOffline ? onRetry : () => location.reload()}>
        {isOffline ? 'Réessayer' : 'Recharger'}
      </Button>
    </section>
  );
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
    if (fault instanceof PartMissing) return { why: fault.why };
    // The server's answers belong to another release, so this page cannot show them.
    if (otherRelease.get() > 0) return { why: 'gone' };
    return { why: crypto.randomUUID().slice(0, 8).toUpperCase() };
  }

  override componentDidCatch(fault: unknown) {
    sayAlive();
    this.props.onFault?.(fault);
    if (!(fault instanceof PartMissing)) console.error(`page crashed, reference ${this.state.why}`, fault);
  }

  readonly retry = () => {
    askForPartsAgain();
    this.setState({ why: undefined });
  };

  override render() {
    const { why } = this.state;
    if (!why) return this.props.children;
    return this.props.onFault ? null : <InsteadOfPage why={why} onRetry={this.retry} />;
  }
}
