import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '#web/lib/browser.ts';

const Bar = createContext<HTMLElement | null>(null);

/** A page with one main act that the thumb can reach: on phones it stays at the bottom of the screen. */
export function WithActionBar({ children }: { children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <Bar value={bar}>
      {children}
      <div ref={setBar} className="action-bar" />
    </Bar>
  );
}

/**
 * The button of the act: in the bar on phones, otherwise at its place in the page. It is mounted again when a device is
 * turned, so a question and its typed text are kept outside.
 */
export function InActionBar({ children }: { children: ReactNode }) {
  const bar = use(Bar);
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  return isNarrow && bar ? createPortal(children, bar) : <div>{children}</div>;
}
