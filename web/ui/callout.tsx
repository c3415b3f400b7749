import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type CalloutTone = 'info' | 'success' | 'warning' | 'error';

const icons: Record<CalloutTone, typeof Info> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: TriangleAlert,
};

/** A sentence that stays in the page. `live`: it appears after an act, so screen readers announce it. */
export function Callout(props: { tone: CalloutTone; title?: string; live?: boolean; children?: ReactNode }) {
  const { tone, title, live, children } = props;
  const Icon = icons[tone];
  return (
    <div role={live ? (tone === 'error' ? 'alert' : 'status') : undefined} className={`panel panel--${tone}`}>
      <Icon className="panel__icon" aria-hidden="true" />
      <div className="stack">
        {title && <p className="panel__title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
