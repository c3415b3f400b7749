import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from './emulators/atomic-file.ts';

/** The time of this product on this machine: real time, moved by an offset that survives a restart. */
export interface Clock {
  now: () => number;
  offsetSeconds: () => number;
  /**
   * Moves the time of functions, schedules and emulators alike, so that sessions, links and addresses expire together.
   * Resolves when all that the move has started has ended.
   */
  set: (offsetSeconds: number) => Promise<void>;
  /** Called after each move, which lasts until each listener is done. */
  onChange: (listener: () => void | Promise<void>) => void;
}

export function openClock(file: string): Clock {
  const listeners = new Set<() => void | Promise<void>>();
  let offset = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return {
    now: () => Date.now() + offset * 1000,
    offsetSeconds: () => offset,
    set: async (offsetSeconds) => {
      offset = offsetSeconds;
      writeAtomically(file, String(offset));
      await Promise.all([...listeners].map(async (listener) => listener()));
    },
    onChange: (listener) => listeners.add(listener),
  };
}
