import { Suspense } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { Logo } from '#web/app/shell/header/logo.tsx';
import { MobileMenu } from '#web/app/shell/header/mobile-menu.tsx';
import { mainLinks } from '#web/app/shell/menu.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import '#web/app/shell/header/header.css';

/** Lazy, because only members need it. */
const AccountMenu = lazyPart(
  () => import('#web/app/shell/header/account-menu.tsx').then((file) => file.AccountMenu),
  ProfileLink,
);

/** The bar of every page. Small screens give its room to a conversation, from its first sight on. */
export function Header({ isForWide = false }: { isForWide?: boolean }) {
  return (
    <header className={`site-header ${isForWide ? 'site-header--wide' : ''}`}>
      <div className="site-header__inner">
        <Link to={paths.home} className="site-header__brand" aria-label={`${brand.name}, accueil`}>
          <Logo />
          <span>{brand.name}</span>
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

function Account() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return null;
  if (status === 'member') {
    return (
      <Suspense fallback={null}>
        <AccountMenu />
      </Suspense>
    );
  }
  const isGuestPage = pathname === paths.login || pathname === paths.register;
  return (
    <>
      <Link
        className="amplify-button amplify-button--link"
        to={isGuestPage ? paths.login : loginPath(pathname + search)}
      >
        Connexion
      </Link>
      <Link className="amplify-button amplify-button--primary" to={paths.register}>
        Inscription
      </Link>
    </>
  );
}

/** If the menu does not load, the site works without it. */
function ProfileLink() {
  return (
    <Link className="amplify-button amplify-button--link" to={paths.profile}>
      Mon profil
    </Link>
  );
}
