import { type ComponentType, lazy } from 'react';
import type { Page } from '#web/app/pages.ts';

const reloadedAt = 'envoyage.reloadedAt';
const oncePerMs = 60_000;

/**
 * A page as its own chunk. After a new deployment an open tab asks for a chunk that is gone: it reloads
 * the document once, and only if that does not help either the crash boundary shows.
 */
export function lazyPage(load: Page['load']) {
  return lazy(() => load().catch((fault: unknown) => reloadOnce(fault)));
}

async function reloadOnce(fault: unknown): Promise<{ default: ComponentType }> {
  const last = Number(sessionStorage.getItem(reloadedAt));
  if (!navigator.onLine || Date.now() - last < oncePerMs) throw fault;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
