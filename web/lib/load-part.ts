import { type ComponentType, createElement, lazy } from 'react';
import { tabStore } from '#web/lib/storage.ts';

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

/** Failed parts load again after this counter rises; otherwise React would retry without end. */
let round = 0;
export const askForPartsAgain = (): void => void (round += 1);

/**
 * `ahead` resolves once the component renders immediately, or cannot be loaded. React holds a part back for 0.3 s if it
 * arrives a moment after its fallback.
 */
type LazyPart<Props> = ComponentType<Props> & { readonly ahead: () => Promise<void> };

/**
 * A component in its own chunk: `lazyPart(() => import('./x.tsx').then((file) => file.X))`. React's `lazy` caches a
 * failure until the document reloads; here each retry gets a new `lazy` component.
 *
 * `instead` renders when the component does not load and the page can do without it. A second function behind `import`
 * is not enough: the build wraps the whole expression in its wait for the styles, so that function would not see
 * missing styles.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead?: ComponentType<Props>,
): LazyPart<Props> {
  let ready: ComponentType<Props> | undefined;
  let attempt: { Part: ComponentType<Props>; round: number; hasFailed: boolean } | undefined;
  const begin = () => {
    const begun = { round, hasFailed: false };
    const Lazy = lazy(() =>
      (instead ? load().catch(() => instead) : loadPart(load)).then(
        (part) => ({ default: part }),
        (fault: unknown) => {
          begun.hasFailed = true;
          throw fault;
        },
      ),
    );
    return Object.assign(begun, { Part: Lazy as unknown as ComponentType<Props> });
  };
  function Part(props: Props) {
    if (ready) return createElement(ready, props);
    if (!attempt || (attempt.hasFailed && attempt.round !== round)) attempt = begin();
    return createElement(attempt.Part, props);
  }
  const ahead = () =>
    load().then(
      (part) => void (ready = part),
      // Rendering loads it again and reports the failure.
      () => {},
    );
  return Object.assign(Part, { ahead });
}

/**
 * Loads code. After a deployment an open tab requests a deleted chunk. It reloads the document once; if that does not
 * help, the page shows it (`PartMissing`). Code only counts as deleted if it also fails once the site answers, because
 * the network may have returned since the first failure.
 */
async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const attempt = () => stylesAgain().then(load);
  try {
    return await attempt();
  } catch (fault) {
    if (!(await isReachable())) throw withoutNetwork(fault);
    return attempt().catch(reloadOnce);
  }
}

/** Stylesheets that failed to load. The build's own loader requests each of them once, then continues without it. */
const missingStyles = new Set<HTMLLinkElement>();
globalThis.document?.addEventListener('error', keepMissing, true);

function keepMissing({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
}

let stylesComing: Promise<unknown> = Promise.resolve();

/** Requests failed styles again. A page waits for them while offline, but not for deleted ones. */
function stylesAgain(): Promise<unknown> {
  if (missingStyles.size > 0) stylesComing = askForStyles([...missingStyles]);
  return stylesComing;
}

async function askForStyles(links: readonly HTMLLinkElement[]): Promise<void> {
  missingStyles.clear();
  await Promise.all(
    links.map((link) => {
      const again = document.createElement('link');
      Object.assign(again, { rel: link.rel, crossOrigin: link.crossOrigin, href: link.href });
      return new Promise((resolve) => {
        for (const type of ['load', 'error']) again.addEventListener(type, resolve, { once: true });
        link.replaceWith(again);
      });
    }),
  );
  if (missingStyles.size > 0 && !(await isReachable())) throw new Error('Styles are missing.');
}

/**
 * Some browsers keep a failed import until the document reloads (whatwg/html#10327). So each document that was offline
 * may reload itself once, also in the minute after another.
 */
let wasOffline = false;

function withoutNetwork(fault: unknown): PartMissing {
  wasOffline = true;
  return new PartMissing('offline', fault);
}

async function reloadOnce(fault: unknown): Promise<never> {
  // An offline reload would remove the current page.
  if (!(await isReachable())) throw withoutNetwork(fault);
  const last = Number(tabStore.read(reloadedAt));
  const isKept = Date.now() - last >= oncePerMs && tabStore.keep(reloadedAt, String(Date.now()));
  if (!wasOffline && !isKept) throw new PartMissing('gone', fault);
  location.reload();
  return new Promise(() => {});
}

export const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
