import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { brand } from '#shared/values/brand.ts';
import { footerColumns, type MenuLink } from '#web/app/shell/menu.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import '#web/app/shell/footer.css';

/** Five columns; on phones all but the first are folded. */
export function Footer() {
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
