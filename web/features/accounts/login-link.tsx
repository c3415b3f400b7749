import { Link } from 'react-router-dom';

/** For whoever has confirmed the address before. */
export const LoginLink = ({ email }: { email: string }) => (
  <p>
    Adresse déjà confirmée ?{' '}
    <Link to="/login" state={{ email }}>
      Se connecter
    </Link>
  </p>
);
