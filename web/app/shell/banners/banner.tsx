import type { ReactNode } from 'react';
import '#web/app/shell/layout.css';

export function Banner({ tone, children }: { tone: 'info' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={`banner banner--${tone}`}>
      <span className="container banner__text">{children}</span>
    </span>
  );
}
