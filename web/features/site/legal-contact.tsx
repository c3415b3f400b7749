import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { operator } from '#web/features/site/operator.ts';

export function LegalContact({ hasForm = false }: { hasForm?: boolean }) {
  const { name, address, email } = operator;
  return (
    <address className="legal-contact">
      {name}
      <br />
      {address}
      <br />
      <a href={`mailto:${email}`}>{email}</a>
      {!hasForm && (
        <>
          <br />
          <Link to={paths.contact}>Écrire par le formulaire de contact</Link>
        </>
      )}
    </address>
  );
}

/** The way from a complaint to the mediator; without one in the settings no name is shown. */
export function Mediation() {
  const { mediator } = operator;
  return (
    <>
      <p>
        Une réclamation sur le service ? <Link to={paths.contact}>Écrivez-nous d'abord</Link> : nous répondons dans le
        mois.{' '}
        {mediator &&
          "Si notre réponse ne vous convient pas, vous pouvez saisir gratuitement, dans l'année, le médiateur :"}
      </p>
      {mediator && (
        <address className="legal-contact">
          {mediator.name}
          <br />
          {mediator.address}
          <br />
          <a href={mediator.site}>{mediator.site}</a>
        </address>
      )}
    </>
  );
}
