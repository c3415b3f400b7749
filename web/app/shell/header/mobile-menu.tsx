import { Menu, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { Count, smallScreenLinks } from '#web/app/shell/menu.tsx';
import { openModal } from '#web/lib/modals.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/app/shell/header/mobile-menu.css';

/** The full-screen menu below 768 px: a modal `<dialog>`, which keeps the focus inside and closes on Escape. */
export function MobileMenu() {
  const [openAt, setOpenAt] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search, key } = useLocation();
  // Open at one address only, so any navigation closes it.
  const open = openAt === key;
  const { status, me, signOut } = useSession();

  // Close first: a page cannot take focus behind an open modal.
  useLayoutEffect(() => (open && dialog.current ? openModal(dialog.current) : undefined), [open]);

  return (
    <>
      <button
        type="button"
        className="icon-button mobile-menu-button needs-scripts"
        aria-label="Ouvrir le menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(key)}
      >
        <Menu aria-hidden="true" />
      </button>
      <dialog
        ref={dialog}
        className="mobile-menu"
        aria-label="Menu"
        // The `close` event is late, so the menu may already be open again.
        onCancel={(event) => {
          event.preventDefault();
          setOpenAt(undefined);
        }}
        onClose={() => !dialog.current?.open && setOpenAt(undefined)}
      >
        <div className="mobile-menu__top">
          <span className="site-header__brand" translate="no">
            {brand.name}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label="Fermer le menu"
            onClick={() => setOpenAt(undefined)}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <nav aria-label="Menu" className="mobile-menu__links">
          {smallScreenLinks({ status, me }).map(({ to, text, unread, waiting, notices }) => (
            <NavLink key={to} to={to} onClick={() => dialog.current?.close()}>
              {text}
              <Count value={unread} />
              <Count value={waiting} of="requests" />
              <Count value={notices} of="notices" />
            </NavLink>
          ))}
        </nav>
        <div className="mobile-menu__end stack">
          {status === 'member' && <Button onClick={() => (setOpenAt(undefined), void signOut())}>Déconnexion</Button>}
          {status === 'visitor' && (
            <>
              <Button as={Link} to={loginPath(pathname + search)}>
                Connexion
              </Button>
              <Button as={Link} variant="primary" to={paths.register}>
                Inscription
              </Button>
            </>
          )}
        </div>
      </dialog>
    </>
  );
}
