import { type ComponentType, createElement, lazy } from 'react';

const reloadedAt = 'envoyage.reloadedAt';
const oncePerMs = 60_000;

/** Code that did not come: `offline` while there is no network, `gone` when a reload did not bring it either. */
export class PartMissing extends Error {
  readonly why: 'offline' | 'gone';

  constructor(why: 'offline' | 'gone', cause: unknown) {
    super(`A part of the site is missing: ${why}`, { cause });
    this.why = why;
  }
}

/** Parts that failed are asked for again once this has counted on; before that React would ask for ever. */
let round = 0;
export const askForPartsAgain = (): void => void (round += 1);

/**
 * A component in a chunk of its own: `lazyPart(() => import('./x.tsx').then((file) => file.X))`. React's `lazy` keeps a
 * failure until the document is loaded again: here another round gets another one.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let attempt: { Part: ComponentType<Props>; round: number; hasFailed: boolean } | undefined;
  const begin = () => {
    const begun = { round, hasFailed: false };
    const Lazy = lazy(() =>
      loadPart(load).then(
        (part) => ({ default: part }),
        (fault: unknown) => {
          begun.hasFailed = true;
          throw fault;
        },
      ),
    );
    return Object.assign(begun, { Part: Lazy as unknown as ComponentType<Props> });
  };
  return function Part(props) {
    if (!attempt || (attempt.hasFailed && attempt.round !== round)) attempt = begin();
    return createElement(attempt.Part, props);
  };
}

/**
 * Loads code. After a new deployment an open tab asks for a chunk that is gone: it reloads the document once, and only
 * if that does not help either the page says so (`PartMissing`).
 */
const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> => load().catch(reloadOnce);

async function reloadOnce(fault: unknown): Promise<never> {
  // A reload without a network would take away the page that stands.
  if (!(await isReachable())) throw new PartMissing('offline', fault);
  const last = Number(sessionStorage.getItem(reloadedAt));
  if (Date.now() - last < oncePerMs) throw new PartMissing('gone', fault);
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** Whether the site answers; browsers call a network without a way out « online ». */
export const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
