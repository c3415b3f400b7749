import { type ReactNode, Suspense, useEffect, useState } from 'react';

const calmMs = 300;

interface AfterFirstViewProps {
  /** It is needed immediately. */
  isDue?: boolean;
  /** The place that is kept for it. */
  height: string;
  children: ReactNode;
}

/** A part below the first view of a long page: its files are asked for a moment after those of the view. */
export function AfterFirstView({ isDue: isNeeded = false, height, children }: AfterFirstViewProps) {
  const [isDue, setDue] = useState(isNeeded);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), calmMs);
    return () => clearTimeout(timer);
  }, []);
  const place = <div style={{ minBlockSize: height }} />;
  return isDue ? <Suspense fallback={place}>{children}</Suspense> : place;
}
