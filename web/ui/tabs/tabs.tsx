import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Replaces the list where there is no space for it. The panel and its open parts stay. */
  chooser?: ReactNode;
}

/** Tabs with one tab stop: arrows, Home and End move and select. Only the chosen panel is rendered. */
export function Tabs({ label, tabs, value, onChange, chooser }: TabsProps) {
  const id = useId();
  const chosen = tabs.find((tab) => tab.value === value) ?? tabs[0];

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab === chosen);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs.at(to % tabs.length);
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };

  return (
    <>
      {chooser ?? (
        <div role="tablist" tabIndex={-1} aria-label={label} className="tabs needs-scripts" onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={tab === chosen}
              aria-controls={tab === chosen ? `${id}-panel` : undefined}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {chosen && (
        <div
          {...(chooser ? {} : { role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `${id}-${chosen.value}` })}
          id={`${id}-panel`}
          className="tab-panel"
        >
          {chosen.content}
        </div>
      )}
    </>
  );
}
