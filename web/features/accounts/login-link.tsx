import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';

/** For whoever has confirmed the address before. */
export const LoginLink = ({ email }: { email: string }) => (
  <p>
    Adresse déjà confirmée ?{' '}
    <Link to={paths.login} state={{ email }}>
      Se connecter
    </Link>
  </p>
);
