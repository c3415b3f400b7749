import { Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { readBrowserToken } from '#web/features/accounts/sign-up/browser-token.ts';
import { ConfirmLink, LoginLink } from '#web/features/accounts/sign-up/confirm-link.tsx';
import { ResendConfirmation } from '#web/features/accounts/sign-up/resend-confirmation.tsx';
import { useArrival } from '#web/features/accounts/use-arrival.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { takeRedirect } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/callout.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import '#web/features/accounts/accounts.css';

export function ConfirmEmailPage() {
  return (
    <div className="container container--form page">
      <div className="account-card stack">
        <ConfirmEmail />
      </div>
    </div>
  );
}

/** Lazy, because only members need it, not a person who opens the mail's link. */
const DocumentsCard = lazyPart(() =>
  import('#web/features/accounts/documents/documents-card.tsx').then((file) => file.DocumentsCard),
);

/**
 * The page after sign-up, and the target of the mail's link (product 1.2). « Email confirmé ! » appears only after the
 * server has confirmed it (`confirm-link.tsx`). Members send their missing documents here.
 */
function ConfirmEmail() {
  const { query, hash } = useArrival();
  const { status } = useSession();
  const email = query.get('email') ?? '';
  const token = hash.get('token');

  if (status === 'loading') return <Spinner label="Chargement de votre session…" />;
  const member = status === 'member' ? <MemberView /> : undefined;
  if (token !== null) return <ConfirmLink key={token} token={token} email={email} member={member} />;
  if (member) return member;
  // The address alone is no evidence, because anybody can write it into a link.
  if (!readBrowserToken(email)) return <Unknown email={email} />;
  return query.get('noEmail') === '1' ? <NotMailed email={email} /> : <Mailed email={email} />;
}

function Mailed({ email }: { email: string }) {
  return (
    <>
      <h1>Email envoyé à {email}</h1>
      <p>Votre compte est créé. Ouvrez le lien de cet email pour confirmer votre adresse. Il est valable 24 heures.</p>
      <p className="muted">Rien reçu ? Vérifiez vos courriers indésirables.</p>
      <ResendConfirmation email={email} justSent />
      <LoginLink email={email} />
    </>
  );
}

function NotMailed({ email }: { email: string }) {
  return (
    <>
      <h1>Confirmez votre email</h1>
      <Callout tone="warning" title="Problème d'envoi d'email">
        <p>Votre compte est créé, mais nous n'avons pas pu envoyer l'email de confirmation à {email}.</p>
      </Callout>
      <ResendConfirmation email={email} />
      <LoginLink email={email} />
    </>
  );
}

function Unknown({ email }: { email: string }) {
  return (
    <>
      <h1>Confirmez votre email</h1>
      <p>
        {email ? (
          <>
            Si une inscription attend d'être confirmée pour <bdi>{email}</bdi>, ouvrez le lien reçu à cette adresse, ou
            demandez-en un nouveau.
          </>
        ) : (
          'Ouvrez le lien que vous avez reçu par email, ou demandez-en un nouveau.'
        )}
      </p>
      <ResendConfirmation email={email} />
      <LoginLink email={email} />
    </>
  );
}

const headingId = 'documents-page-title';

function MemberView() {
  const { me, blocked, meFailed, refresh } = useSession();
  const navigate = useNavigate();
  if (blocked) {
    return (
      <>
        <h1>Compte bloqué</h1>
        <p>
          Votre compte est bloqué. <Link to={paths.contact}>Contactez-nous</Link> pour en savoir plus.
        </p>
      </>
    );
  }
  if (!me) {
    if (!meFailed) return <Spinner label="Chargement de votre compte…" />;
    return (
      <>
        <h1>Votre pièce d'identité et votre photo</h1>
        <ErrorPanel message="Impossible de charger votre compte." onRetry={() => void refresh()} />
      </>
    );
  }
  // An approved or rejected member comes here for the documents, long after the sign-up.
  const isNew = me.status === 'pending';
  return (
    <>
      <h1 id={headingId}>{isNew ? 'Compte créé avec succès !' : "Votre pièce d'identité et votre photo"}</h1>
      <Suspense fallback={<Spinner label="Chargement…" />}>
        <DocumentsCard
          me={me}
          {...(isNew ? {} : { titledBy: headingId })}
          onComplete={() => void navigate(takeRedirect() ?? paths.home, { replace: true })}
        />
      </Suspense>
    </>
  );
}
