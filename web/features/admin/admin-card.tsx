import { type ReactNode, useEffect, useRef } from 'react';
import '#web/features/admin/admin.css';

type AdminCardProps = {
  /** Rises with each decision: the next card then takes the focus. */
  version: number;
  highlighted?: boolean;
  title: ReactNode;
  badge: ReactNode;
  avatar?: ReactNode;
  children: ReactNode;
};

/** One thing to judge. */
export function AdminCard({ version, highlighted, title, badge, avatar, children }: AdminCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    // The button that was pressed is gone: work goes on with the next card. Changes by others move nothing.
    const lostFocus = document.activeElement === document.body || document.activeElement?.matches('main h1');
    if (!lostFocus) return;
    const next = card.current?.nextElementSibling ?? card.current;
    next?.querySelector<HTMLElement>('h3')?.focus();
  }, [version]);
  return (
    <li ref={card} className={`card admin-card ${highlighted ? 'admin-card--highlighted' : ''}`}>
      <div className="admin-card__top">
        {avatar}
        <h3 tabIndex={-1}>{title}</h3>
        {badge}
      </div>
      {children}
    </li>
  );
}
