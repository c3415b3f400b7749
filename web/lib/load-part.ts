import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const reloadedAt = 'envoyage.reloadedAt';
const oncePerMs = 60_000;

/** A component in a chunk of its own: `lazyPart(() => import('./x.tsx').then((file) => file.X))`. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => loadPart(() => load().then((part) => ({ default: part }))));

/**
 * Loads code. After a new deployment an open tab asks for a chunk that is gone: it reloads the document once, and only
 * if that does not help either the crash boundary shows.
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> => load().catch(reloadOnce);

async function reloadOnce(fault: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(reloadedAt));
  if (!navigator.onLine || Date.now() - last < oncePerMs) throw fault;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
