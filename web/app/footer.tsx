import { useState } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '#shared/brand.ts';
import { footerColumns } from '#web/app/menu.ts';

export function Footer() {
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="site-footer">
      <div className="site-footer__inner">
        <div className="site-footer__brand">
          <p className="site-footer__name">{brand.name}</p>
          <p>{brand.tagline}</p>
        </div>
        {footerColumns().map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="site-footer__legal">
        <p>
          © {year} {brand.name}. Tous droits réservés.
        </p>
        <p>
          Noms de lieux : <a href="https://www.geonames.org">GeoNames</a> (
          <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">CC BY 4.0</a>)
        </p>
      </div>
    </footer>
  );
}
