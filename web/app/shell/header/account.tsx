import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { useInBrowser } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

const AccountMenu = lazyPart(
  () => import('#web/app/shell/header/account-menu.tsx').then((file) => file.AccountMenu),
  ProfileLink,
);

export function Account() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <DocumentLink />;
  if (status === 'member') {
    return (
      <Suspense>
        <AccountMenu />
      </Suspense>
    );
  }
  const isGuestPage = pathname === paths.login || pathname === paths.register;
  return (
    <>
      <Button as={Link} variant="link" to={isGuestPage ? paths.login : loginPath(pathname + search)}>
        Connexion
      </Button>
      <Button as={Link} variant="primary" to={paths.register}>
        Inscription
      </Button>
    </>
  );
}

/** The link of the document, as visible as it was, until the session is known; a document without one gets none. */
function DocumentLink() {
  const isInBrowser = useInBrowser();
  const [wasVisible] = useState(isLinkVisible);
  if (wasVisible === undefined) return null;
  return (
    <Button
      as={Link}
      variant="link"
      className={isInBrowser && wasVisible ? undefined : 'appears-late'}
      to={paths.login}
    >
      Connexion
    </Button>
  );
}

function isLinkVisible(): boolean | undefined {
  if (!('document' in globalThis)) return false;
  const link = document.querySelector('.appears-late');
  return link ? getComputedStyle(link).visibility !== 'hidden' : undefined;
}

function ProfileLink() {
  return (
    <Button as={Link} variant="link" to={paths.profile}>
      Mon profil
    </Button>
  );
}
