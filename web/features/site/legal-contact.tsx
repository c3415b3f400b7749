import { Link } from 'react-router-dom';
import { legalEntity } from '#shared/brand.ts';

/** Who answers for the service, and how to reach him. */
export function LegalContact() {
  return (
    <address className="legal-contact">
      {legalEntity.name}
      <br />
      {legalEntity.address}
      <br />
      {legalEntity.email}
      <br />
      <Link to="/contact">Écrire par le formulaire de contact</Link>
    </address>
  );
}
