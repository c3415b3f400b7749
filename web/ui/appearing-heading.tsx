import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a view that replaces another one inside a page. It takes the focus, as on a new page. */
export function AppearingHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
