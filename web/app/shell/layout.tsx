import { CirclePlus, type LucideIcon, MessageCircle, Package, Search, User } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { findPage } from '#web/app/pages.ts';
import { Banner, holdBannerRoom, releaseBannerRoom } from '#web/app/shell/banners/banner.tsx';
import { Header } from '#web/app/shell/header/header.tsx';
import { Count, footerColumns, type MenuLink, parcelsLink } from '#web/app/shell/menu.tsx';
import { Advertisements, HeaderAdvertisements } from '#web/features/site/advertisements.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { laterBanners } from '#web/lib/later-banners.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { useSession } from '#web/lib/session/session.ts';
import '#web/app/shell/layout.css';

export function Layout() {
  const { pathname } = useLocation();
  const purpose = findPage(pathname)?.purpose;
  return (
    <>
      <a className="skip-link" href="#main">
        Aller au contenu
      </a>
      <Header isForWide={purpose === 'conversation'} />
      <Banners />
      {!purpose && <HeaderAdvertisements />}
      <main id="main" className={purpose === 'conversation' ? 'main--conversation' : undefined} tabIndex={-1}>
        <Outlet />
      </main>
      {!purpose && pathname !== paths.home && <Advertisements position="footer" />}
      {purpose !== 'conversation' && <Footer />}
      {purpose !== 'form' && purpose !== 'conversation' && <TabBar />}
    </>
  );
}

const AccountBanner = lazyPart(
  () => import('#web/app/shell/banners/account-banner.tsx').then((file) => file.AccountBanner),
  Nothing,
);

export function Banners() {
  const online = useOnline();
  const { undecided } = useSyncExternalStore(laterBanners.subscribe, laterBanners.get, laterBanners.get);
  return (
    <output className="banners">
      {!online && (
        <Banner tone="warning">Vous êtes hors connexion. Vos saisies sont conservées sur cet appareil.</Banner>
      )}
      {undecided ?? (online && <Account />)}
    </output>
  );
}

function Account() {
  const { status, me, blocked, leaving, meFailed } = useSession();
  const hasNone = status === 'visitor' || Boolean(leaving) || meFailed;
  useLayoutEffect(holdBannerRoom, []);
  useLayoutEffect(() => (hasNone ? releaseBannerRoom() : undefined), [hasNone]);
  return me || blocked ? (
    <Suspense fallback={null}>
      <AccountBanner />
    </Suspense>
  ) : null;
}

function Nothing() {
  return null;
}

const opensKeyboard =
  'input:not([type=checkbox],[type=radio],[type=range],[type=file],[type=button]), textarea, select';

/** The bottom bar below 768 px. It is hidden while a field has the focus, because the keyboard is open. */
export function TabBar() {
  const { status, me } = useSession();
  const typing = useTyping();
  const entries: (MenuLink & { icon: LucideIcon })[] = [
    { to: paths.findParcels, text: 'Rechercher', icon: Search },
    { ...parcelsLink(me), icon: Package },
    { to: paths.sendParcel, text: 'Publier', icon: CirclePlus },
    { to: paths.messaging, text: 'Messages', icon: MessageCircle, unread: me?.unread.messages ?? 0 },
    status === 'member'
      ? { to: paths.profile, text: 'Compte', icon: User }
      : { to: paths.login, text: 'Connexion', icon: User },
  ];
  if (typing) return null;
  return (
    <nav className="tab-bar" aria-label="Navigation rapide">
      <div className="tab-bar__links">
        {entries.map(({ to, text, icon: Icon, unread, waiting }) => (
          <NavLink key={to} to={to}>
            <span className="tab-bar__icon">
              <Icon size={24} aria-hidden="true" />
              <Count value={unread} />
              <Count value={waiting} of="requests" />
            </span>
            {text}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}

const doublePressMs = 500;

function useTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let returning: ReturnType<typeof setTimeout> | undefined;
    const look = () => setTyping(document.activeElement?.matches(opensKeyboard) ?? false);
    const looks = () => {
      clearTimeout(returning);
      if (document.activeElement?.matches(opensKeyboard)) setTyping(true);
      // A second press on a form's button must not meet the bar that comes back under it.
      else returning = setTimeout(look, doublePressMs);
    };
    document.addEventListener('focusin', looks);
    document.addEventListener('focusout', looks);
    return () => {
      clearTimeout(returning);
      document.removeEventListener('focusin', looks);
      document.removeEventListener('focusout', looks);
    };
  }, []);
  return typing;
}

/** Five columns; on phones all but the first are folded. */
function Footer() {
  const isWide = useMediaQuery('(min-width: 48em)');
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="site-footer">
      <div className="container site-footer__inner">
        <div className="site-footer__brand">
          <p className="site-footer__name" translate="no">
            {brand.name}
          </p>
          <p>{brand.tagline}</p>
        </div>
        {footerColumns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            {isWide ? (
              <>
                <h2>{title}</h2>
                <Links links={links} />
              </>
            ) : (
              <details>
                <summary>
                  <h2>{title}</h2>
                </summary>
                <Links links={links} />
              </details>
            )}
          </nav>
        ))}
      </div>
      <div className="container site-footer__legal">
        {/* A prerendered document of last year shows last year until the page is left. */}
        <p suppressHydrationWarning>{`© ${year} ${brand.name}. Tous droits réservés.`}</p>
        <p>
          Noms de lieux : <a href="https://www.geonames.org">GeoNames</a> (
          <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">CC BY 4.0</a>)
        </p>
      </div>
    </footer>
  );
}

const Links = ({ links }: { links: readonly MenuLink[] }) => (
  <ul>
    {links.map(({ to, text, isName }) => (
      <li key={to}>
        {/* A link with a query is not the current page: another one leads to the page itself. */}
        {to.includes('?') ? (
          <Link to={to}>{text}</Link>
        ) : (
          <NavLink to={to} translate={isName && 'no'}>
            {text}
          </NavLink>
        )}
      </li>
    ))}
  </ul>
);
