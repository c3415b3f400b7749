/**
 * The first script of a document with content. A module of the head runs once the document and its styles are loaded.
 * Then the network is free for the application's files, while the processor still paints the visible content. They are
 * in this script's `data-application`, the entry first; those of the page behind the main button are in `data-opened`.
 */
const files = document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset;
const [application = '', ...others] = files?.['application']?.split(' ') ?? [];
let opened = files?.['opened']?.split(' ') ?? [];
/** Missing styles or a missing font must not stop the application. */
const timeoutMs = 3000;
let pressed: HTMLButtonElement | null = null;

/** A background tab does not wait, nor does a browser that does not report paints. */
function painted(): Promise<unknown> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve();
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    document.addEventListener('visibilitychange', resolve, { once: true });
    setTimeout(resolve, timeoutMs);
  });
}

/**
 * Links work without the application; a press of a button is repeated after the application has started. During
 * hydration React would also handle the same press, so it is held back.
 */
function keep(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  pressed = button;
  event.preventDefault();
  event.stopImmediatePropagation();
  loadAhead(opened);
  opened = [];
}

/** Modules that the application imports soon: the browser fetches them, and runs nothing. */
function loadAhead(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
}

/** Firefox has known `ariaLabel` since 119 only. */
const labelOf = (button: Element) => button.getAttribute('aria-label');

const nowOf = (button: HTMLButtonElement) =>
  button.isConnected
    ? button
    : [...document.querySelectorAll('button')].find(
        (other) => other.textContent === button.textContent && labelOf(other) === labelOf(button),
      );

function holdBannerRoom(): void {
  try {
    const height = sessionStorage.getItem('envoyage.banner') ?? localStorage.getItem('envoyage.banner');
    document.documentElement.style.setProperty('--banner-room', height);
  } catch {}
}

holdBannerRoom();
document.addEventListener('click', keep, true);
// A form waits for that: without it the browser would put the typed text into the address.
document.getElementById('main')?.removeAttribute('inert');
document.addEventListener(
  'envoyage.alive',
  () => {
    document.removeEventListener('click', keep, true);
    // Not during React's own work: a press makes React hydrate the pressed part first.
    setTimeout(() => pressed && nowOf(pressed)?.click());
  },
  { once: true },
);
loadAhead([application, ...others]);
// A file that does not load leaves the content unchanged; a reload loads it again.
void painted().then(() => import(/* @vite-ignore */ application));
