import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '#web/lib/load-part.ts';

const SignInDialog = lazyPart(() =>
  import('#web/features/listings/sign-in-dialog.tsx').then((file) => file.SignInDialog),
);

/** Asks a visitor to sign in before a publication, and returns them to the form. */
export function SignInQuestion({ reason, onClose }: { reason: string; onClose: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <Suspense fallback={null}>
      <SignInDialog open reason={reason} path={pathname + search} onClose={onClose} />
    </Suspense>
  );
}
