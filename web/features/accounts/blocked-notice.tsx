import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Stands in place of what a blocked member may not see, with the one way that is left to them. */
export const BlockedNotice = ({ children }: { children: ReactNode }) => (
  <Notice tone="error">
    <p>{children}</p>
    <p>
      <Link to={paths.contact}>Nous contacter</Link>
    </p>
  </Notice>
);
