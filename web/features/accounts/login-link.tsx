import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';

/** For a member who has already confirmed the address. */
export const LoginLink = ({ email }: { email: string }) => (
  <p>
    Adresse déjà confirmée ?{' '}
    <Link to={paths.login} state={{ email }}>
      Se connecter
    </Link>
  </p>
);
