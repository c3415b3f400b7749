import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { RegisterForm } from '#web/features/accounts/sign-up/register-form.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { loginPath, safePath } from '#web/lib/session/redirect.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import '#web/features/accounts/accounts.css';

export function RegisterPage() {
  const [query] = usePageQuery(paths.register);
  const isWide = useMediaQuery('(min-width: 62em)');
  return (
    <div className="container page register-page">
      <div className="stack register-page__form">
        <h1>Inscription</h1>
        <RegisterForm
          why={isWide ? undefined : <WhyDocuments folded />}
          end={
            <p>
              Déjà inscrit ?{' '}
              <Link replace to={loginPath(safePath(query.get('redirect')))}>
                Se connecter
              </Link>
            </p>
          }
        />
      </div>
      {isWide && <WhyDocuments />}
    </div>
  );
}

/** `folded`: a line that opens, on a screen with room for little else. */
function WhyDocuments({ folded = false }: { folded?: boolean }) {
  const title = "Pourquoi une pièce d'identité et une photo ?";
  const reasons = (
    <>
      <p>Confier un colis demande de savoir à qui. Nous vérifions donc l'identité de chaque membre.</p>
      <ul>
        <li>Seuls les administrateurs voient vos documents.</li>
        <li>Votre profil est vérifié sous 24 à 48 heures.</li>
        <li>Vos documents sont supprimés 7 jours après l'approbation de votre profil.</li>
      </ul>
      <p>
        <Link className="lone-link" to={paths.privacy}>
          Comment nous traitons vos données
        </Link>
      </p>
    </>
  );
  if (folded) {
    return (
      <details className="register-page__folded">
        <summary>
          <ShieldCheck size={20} aria-hidden="true" /> {title}
        </summary>
        <div className="stack">{reasons}</div>
      </details>
    );
  }
  return (
    <aside className="card stack register-page__why" aria-labelledby="why-documents">
      <ShieldCheck size={28} aria-hidden="true" />
      <h2 id="why-documents">{title}</h2>
      {reasons}
    </aside>
  );
}
