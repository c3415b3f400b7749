import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Shown instead of content that a blocked member may not see, with a link to contact us. */
export const BlockedNotice = ({ children }: { children: ReactNode }) => (
  <Notice tone="error">
    <p>{children}</p>
    <p>
      <Link to={paths.contact}>Nous contacter</Link>
    </p>
  </Notice>
);
