import { Bell, BellRing } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { isOver } from '#shared/alerts/rules.ts';
import { searchKey } from '#shared/alerts/search.ts';
import { paths } from '#shared/site/paths.ts';
import { useAlerts } from '#web/features/alerts/api.ts';
import { searchOf, type Wish } from '#web/features/alerts/wish.ts';
import { useSignInFirst } from '#web/features/search/use-sign-in-first.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

const AlertDialog = lazyPart(() => import('#web/features/alerts/alert-dialog.tsx').then((file) => file.AlertDialog));

export interface AlertOfferProps {
  wish: Wish;
  text?: string;
  variant?: 'default' | 'primary';
  /** Where a visitor continues after signing in: a page that opens the dialog. */
  after?: string;
  /** The dialog is open at first, for a member who has just signed in for it. */
  startsOpen?: boolean;
  onClose?: () => void;
}

/** « Créer une alerte » for a search, or the way to the alert that it has. */
export function AlertOffer(props: AlertOfferProps) {
  const { wish, text = 'Créer une alerte', variant = 'default', after = '', startsOpen = false, onClose } = props;
  const { status } = useSession();
  const signInFirst = useSignInFirst();
  const [isAsked, setAsked] = useState(startsOpen);
  const [now] = useState(Date.now);
  const key = searchKey(searchOf(wish));
  const isKept = useAlerts().data?.items.some(
    (alert) => searchKey(alert) === key && alert.when !== 'off' && !isOver(alert, now),
  );
  const close = () => {
    setAsked(false);
    onClose?.();
  };
  const press = () => {
    const ask = () => setAsked(true);
    // The dialog of a member opens once their session is known.
    if (status === 'loading') ask();
    else signInFirst('Vous devez être connecté pour créer une alerte', after, ask);
  };
  return (
    <>
      {isKept ? (
        <Button as={Link} to={paths.alerts}>
          <BellRing size={20} aria-hidden="true" /> Alerte active
        </Button>
      ) : (
        <Button variant={variant} onClick={press}>
          <Bell size={20} aria-hidden="true" /> {text}
        </Button>
      )}
      {isAsked && status === 'member' && (
        <Suspense fallback={<output className="muted small">Ouverture…</output>}>
          <AlertDialog wish={wish} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
