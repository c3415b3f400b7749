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
