import { type ComponentType, createElement, lazy } from 'react';
import type { Page } from '#web/app/pages.ts';

const reloadedAt = 'envoyage.reloadedAt';
const oncePerMs = 60_000;

const loaded = new Map<Page['load'], ComponentType>();

/** Loads a page's code ahead, so that it renders at once: a document that came with its content waits for it. */
export async function loadAhead({ load }: Page): Promise<void> {
  loaded.set(load, (await load()).default);
}

/**
 * A page as its own chunk. After a new deployment an open tab asks for a chunk that is gone: it reloads
 * the document once, and only if that does not help either the crash boundary shows.
 */
export function lazyPage(load: Page['load']) {
  const Later = lazy(() => load().catch((fault: unknown) => reloadOnce(fault)));
  return () => createElement(loaded.get(load) ?? Later);
}

async function reloadOnce(fault: unknown): Promise<{ default: ComponentType }> {
  const last = Number(sessionStorage.getItem(reloadedAt));
  if (!navigator.onLine || Date.now() - last < oncePerMs) throw fault;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
