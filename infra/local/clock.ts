import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from './emulators/atomic-file.ts';

/** The time of this product on this machine: real time, moved by an offset that survives a restart. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  offsetSeconds: () => number;
  /**
   * Moves the time of functions, schedules and emulators alike, so that sessions, links and addresses expire together.
   */
  set: (offsetSeconds: number) => void;
  /** Called after each move. */
  onChange: (listener: () => void) => void;
};

export function openClock(file: string): Clock {
  const listeners = new Set<() => void>();
  let offset = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return {
    now: () => Date.now() + offset * 1000,
    offsetSeconds: () => offset,
    set: (offsetSeconds) => {
      offset = offsetSeconds;
      writeAtomically(file, String(offset));
      for (const listener of listeners) listener();
    },
    onChange: (listener) => listeners.add(listener),
  };
}
