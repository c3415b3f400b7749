import type { Page } from 'playwright-core';
import { goOn, visit } from '../support/browser.ts';

/** The answers of addresses: `fails` have none, as during a failure of the service; `answers` have another one. */
export interface Staged {
  readonly fails?: string;
  readonly answers?: Readonly<Record<string, object>>;
}

/** The first part of a path: pages that share it may share their heading, which then does not tell that one is left. */
const kindOf = (address: string) => new URL(address, 'https://site').pathname.split('/')[1];

/** Opens a screen: from another kind of page of the site as a link would, else as a document. */
export async function arrive(page: Page, path: string, { isOpen, fails, answers = {} }: Staged & { isOpen: boolean }) {
  const isStaged = fails !== undefined || Object.keys(answers).length > 0;
  if (isOpen && !isStaged && kindOf(page.url()) !== kindOf(path)) return goOn(page, path);
  // An address that differs in its anchor alone would not load anything.
  await page.goto('about:blank');
  if (fails) await page.route(fails, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }));
  for (const [address, json] of Object.entries(answers)) await page.route(address, (route) => route.fulfill({ json }));
  await visit(page, path);
}
