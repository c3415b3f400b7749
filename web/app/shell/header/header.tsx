import '#web/app/shell/header/header.css';
import { Link, NavLink } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { mainLinks } from '#web/app/shell/menu.tsx';
import { Account } from './account.tsx';
import { MobileMenu } from './mobile-menu.tsx';

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
