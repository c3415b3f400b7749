/**
 * The first script of a document that holds content: it has the browser paint that before it fetches the application,
 * so that on a slow phone neither the line nor the processor is shared with what is not seen yet. The application's
 * files stand in this script's `data-application`, the one that starts it first.
 */
const [application = '', ...others] =
  document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset['application']?.split(' ') ?? [];
/** Styles or a font that do not come must not keep the application away. */
const patienceMs = 3000;
let pressed: HTMLButtonElement | null = null;

/** A tab in the background need not wait, and neither does a browser that tells nothing of its paints. */
function painted(): Promise<unknown> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve();
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    document.addEventListener('visibilitychange', resolve, { once: true });
    setTimeout(resolve, patienceMs);
  });
}

/**
 * Links work without the application; a button does what it is there for once the application is, and only then: while
 * React takes the page over it would hear the same press too.
 */
function keep(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  pressed = button;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Where the application has put the page again, the button that says the same. */
const nowOf = (button: HTMLButtonElement) =>
  button.isConnected
    ? button
    : [...document.querySelectorAll('button')].find(
        ({ textContent, ariaLabel }) => textContent === button.textContent && ariaLabel === button.ariaLabel,
      );

document.addEventListener('click', keep, true);
// A form waits for that: without it the browser would send what is typed as part of the address.
document.getElementById('root')?.removeAttribute('inert');
document.addEventListener(
  'envoyage.alive',
  () => {
    document.removeEventListener('click', keep, true);
    // Not in the midst of React's own work: a press makes it take over the part that was pressed first.
    setTimeout(() => pressed && nowOf(pressed)?.click());
  },
  { once: true },
);
void painted().then(() => {
  for (const href of others) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
  // A file that does not come leaves the content as it is; the address opened again asks for it again.
  return import(/* @vite-ignore */ application);
});
