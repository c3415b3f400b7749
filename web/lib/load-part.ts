import { type ComponentType, createElement, lazy } from 'react';

const reloadedAt = 'envoyage.reloadedAt';
const oncePerMs = 60_000;

/** Code that did not load: `offline` without a network, `gone` when a reload did not help. */
export class PartMissing extends Error {
  readonly why: 'offline' | 'gone';

  constructor(why: 'offline' | 'gone', cause: unknown) {
    super(`A part of the site is missing: ${why}`, { cause });
    this.why = why;
  }
}

/** Failed parts are loaded again after this counter rises; otherwise React would retry for ever. */
let round = 0;
export const askForPartsAgain = (): void => void (round += 1);

/**
 * A component in a chunk of its own: `lazyPart(() => import('./x.tsx').then((file) => file.X))`. React's `lazy`
 * remembers a failure until the document is loaded again; here each retry gets a new `lazy` component.
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
 * Loads code. After a new deployment an open tab requests a deleted chunk: it reloads the document once, and only
 * if that does not help the page shows it (`PartMissing`).
 */
const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> => load().catch(reloadOnce);

async function reloadOnce(fault: unknown): Promise<never> {
  // A reload without a network would remove the current page.
  if (!(await isReachable())) throw new PartMissing('offline', fault);
  const last = Number(sessionStorage.getItem(reloadedAt));
  if (Date.now() - last < oncePerMs) throw new PartMissing('gone', fault);
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** Whether the site answers; browsers report « online » also for a network without internet. */
export const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
