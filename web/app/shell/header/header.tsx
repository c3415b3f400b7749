import { Link, NavLink } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { Logo } from '#web/app/shell/header/logo.tsx';
import { MobileMenu } from '#web/app/shell/header/mobile-menu.tsx';
import { mainLinks } from '#web/app/shell/menu.tsx';
import '#web/app/shell/header/header.css';
import { Account } from '#web/app/shell/header/account.tsx';

/** The bar of every page. On small screens a conversation uses its space from the start. */
export function Header({ isForWide = false }: { isForWide?: boolean }) {
  return (
    <header className={`site-header ${isForWide ? 'site-header--wide' : ''}`}>
      <div className="site-header__inner">
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
