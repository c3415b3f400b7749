import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import '#web/features/profiles/profile.css';

/** A folded part of a page. It loads when it is first opened. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="card card--roomy folded"
      onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {opened && <div className="stack folded__content">{children}</div>}
    </details>
  );
}
