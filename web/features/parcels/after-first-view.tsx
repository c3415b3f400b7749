import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { savesData } from '#web/lib/browser.ts';

const calmMs = 2_000;

interface AfterFirstViewProps {
  /** It is needed immediately. */
  isDue?: boolean;
  /** The place that is kept for it. */
  height: string;
  children: ReactNode;
}

/** A part below the first view of a long page: its files are asked for as it comes near, else a moment later. */
export function AfterFirstView({ isDue: isNeeded = false, height, children }: AfterFirstViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [wasDue, setDue] = useState(isNeeded);
  const isDue = wasDue || isNeeded;
  useEffect(() => {
    if (isDue || !place.current) return;
    const show = () => setDue(true);
    const timer = savesData() ? undefined : setTimeout(show, calmMs);
    const near = new IntersectionObserver(([seen]) => seen?.isIntersecting && show(), { rootMargin: '200px' });
    near.observe(place.current);
    return () => {
      clearTimeout(timer);
      near.disconnect();
    };
  }, [isDue]);
  const kept = <div ref={place} style={{ minBlockSize: height }} />;
  return isDue ? <Suspense fallback={kept}>{children}</Suspense> : kept;
}
