import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';

declare global {
  /** The operator of the service, from the settings of the deployment (set by `infra/build/site.ts`). */
  interface ImportMetaEnv {
    readonly VITE_LEGAL_NAME: string;
    readonly VITE_LEGAL_ADDRESS: string;
    readonly VITE_LEGAL_EMAIL: string;
  }
}

const { VITE_LEGAL_NAME: name, VITE_LEGAL_ADDRESS: address, VITE_LEGAL_EMAIL: email } = import.meta.env;

export function LegalContact({ hasForm = false }: { hasForm?: boolean }) {
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
