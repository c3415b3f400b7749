import '#web/app/shell/header/header.css';
import { Menu, X } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { Count, LinkText, mainLinks, smallScreenLinks } from '#web/app/shell/menu.tsx';
import { useInBrowser } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { openModal } from '#web/lib/modals.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

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
          {smallScreenLinks({ status, me }).map(({ to, unread, waiting, notices, ...link }) => (
            <NavLink key={to} to={to} onClick={() => dialog.current?.close()}>
              <LinkText {...link} />
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

const AccountMenu = lazyPart(
  () => import('#web/app/shell/header/account-menu.tsx').then((file) => file.AccountMenu),
  ProfileLink,
);

export function Account() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <DocumentLink />;
  if (status === 'member') {
    return (
      <Suspense>
        <AccountMenu />
      </Suspense>
    );
  }
  const isGuestPage = pathname === paths.login || pathname === paths.register;
  return (
    <>
      <Button as={Link} variant="link" to={isGuestPage ? paths.login : loginPath(pathname + search)}>
        Connexion
      </Button>
      <Button as={Link} variant="primary" to={paths.register}>
        Inscription
      </Button>
    </>
  );
}

/** The link of the document, as visible as it was, until the session is known; a document without one gets none. */
function DocumentLink() {
  const isInBrowser = useInBrowser();
  const [wasVisible] = useState(isLinkVisible);
  if (wasVisible === undefined) return null;
  return (
    <Button
      as={Link}
      variant="link"
      className={isInBrowser && wasVisible ? undefined : 'appears-late'}
      to={paths.login}
    >
      Connexion
    </Button>
  );
}

function isLinkVisible(): boolean | undefined {
  if (!('document' in globalThis)) return false;
  const link = document.querySelector('.appears-late');
  return link ? getComputedStyle(link).visibility !== 'hidden' : undefined;
}

function ProfileLink() {
  return (
    <Button as={Link} variant="link" to={paths.profile}>
      Mon profil
    </Button>
  );
}

/** Two shores, the crossing between them. */
function Logo() {
  return (
    <svg className="logo" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--drawn-petrol-80)" />
      <path
        d="M7 20.5C11 9.5 21 9.5 25 20.5"
        fill="none"
        stroke="var(--drawn-white)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray="0.1 4.1"
      />
      <circle cx="7" cy="22" r="3" fill="var(--drawn-white)" />
      <circle cx="25" cy="22" r="3" fill="var(--drawn-saffron-40)" />
    </svg>
  );
}

/** The bar of every page. On small screens a conversation uses its space from the start. */
export function Header({ isForWide = false }: { isForWide?: boolean }) {
  return (
    <header className={`site-header ${isForWide ? 'site-header--wide' : ''}`}>
      <div className="container site-header__inner">
        <Link to={paths.home} className="site-header__brand" aria-label={`${brand.name}, accueil`}>
          <Logo />
          <span translate="no">{brand.name}</span>
        </Link>
        <nav className="site-nav" aria-label="Navigation principale">
          {mainLinks.map(({ to, text }) => (
            <NavLink key={to} to={to}>
              {text}
            </NavLink>
          ))}
        </nav>
        <div className="site-header__account">
          <Account />
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
