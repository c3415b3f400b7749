import { type ComponentType, createElement } from 'react';
import type { SitePage } from '#web/app/pages.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const loaded = new Map<SitePage['load'], ComponentType>();

async function componentOf(load: SitePage['load']): Promise<ComponentType> {
  const [Page] = Object.values(await load());
  if (!Page) throw new Error('The file of a page exports nothing');
  return Page;
}

/** Loads a page's code ahead, so that it renders immediately. A prerendered document needs this before hydration. */
export async function loadAhead({ load }: SitePage): Promise<void> {
  loaded.set(load, await componentOf(load));
}

export function lazyPage(load: SitePage['load']) {
  const Later = lazyPart(() => componentOf(load));
  return () => createElement(loaded.get(load) ?? Later);
}
