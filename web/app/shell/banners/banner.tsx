import type { ReactNode } from 'react';
import '#web/app/shell/banners/banner.css';

export function Banner({ tone, children }: { tone: 'info' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={`banner banner--${tone}`}>
      <span className="banner__text">{children}</span>
    </span>
  );
}
