import { type ComponentType, createElement } from 'react';
import type { SitePage } from '#web/app/pages.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const loaded = new Map<SitePage['load'], ComponentType>();

/** Loads a page's code ahead, so that it renders immediately. A prerendered document needs this before hydration. */
export async function loadAhead({ load }: SitePage): Promise<void> {
  loaded.set(load, (await load()).default);
}

export function lazyPage(load: SitePage['load']) {
  const Later = lazyPart(() => load().then((file) => file.default));
  return () => createElement(loaded.get(load) ?? Later);
}
