import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { ContactForm, type Sent } from '#web/features/site/contact-form.tsx';
import { LegalContact } from '#web/features/site/legal-contact.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import '#web/features/site/site.css';

const WithoutAccount = lazyPart(() =>
  import('#web/features/reports/without-account.tsx').then((file) => file.WithoutAccount),
);

export function ContactPage() {
  const [params] = usePageQuery(paths.contact);
  const topic = params.get('topic');
  const isForReports = topic === 'report' || topic === 'decision';
  const { status, me, blocked, meFailed } = useSession();
  const [sent, setSent] = useState<Sent>();
  // The fields are filled once: so the form waits for the member's account, unless it cannot be loaded.
  const isReady = status === 'visitor' || me !== undefined || blocked !== undefined || meFailed;
  return (
    <div className="container container--form page stack">
      {isForReports ? (
        <Suspense fallback={<Spinner label="Chargement…" />}>{isReady && <WithoutAccount me={me} />}</Suspense>
      ) : (
        <>
          {sent ? <Received sent={sent} onAgain={() => setSent(undefined)} /> : <Invitation />}
          {!sent && isReady && <ContactForm me={me} onSent={setSent} />}
        </>
      )}
      <section className={`stack ${isReady ? '' : 'waits'}`} aria-labelledby="operator">
        <h2 id="operator">Qui vous répond</h2>
        <LegalContact hasForm />
      </section>
    </div>
  );
}

const Invitation = () => (
  <>
    <h1 tabIndex={-1}>Contact</h1>
    <p className="lead">
      Un compte, une vérification, un colis ? Écrivez-nous, nous répondons en général sous 48 heures. La réponse est
      peut-être déjà dans les <Link to={paths.faq}>questions fréquentes</Link>.
    </p>
  </>
);

function Received({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <section className="stack">
      <AppearingHeading>Votre message est envoyé</AppearingHeading>
      <p>
        Votre référence : <strong>{sent.reference}</strong>{' '}
        <CopyButton text={sent.reference} label="Copier la référence" />
      </p>
      <p>
        Notre équipe vous répond à l'adresse <strong dir="auto">{sent.email}</strong>, en général sous 48 heures. Gardez
        la référence pour toute suite.
      </p>
      <div className="cluster">
        <Button as={Link} variant="primary" to={paths.home}>
          Retour à l'accueil
        </Button>
        <Button onClick={onAgain}>Écrire un autre message</Button>
      </div>
    </section>
  );
}
