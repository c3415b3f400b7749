import { expect, test } from 'vitest';
import { giveSession, isWhole, openPanel, settled } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import { openTestSite } from '../support/journey.ts';
import { translatePage } from '../support/pages/translator.ts';
import { widths } from '../support/widths.ts';
import { arrive } from './arrive.ts';
import { people } from './screen-states/people.ts';
import type { Screen } from './screen-states/reach.ts';

const site = openTestSite();
const person = openBrowser();

const isWanted = ([, state, bring]: Screen) => isWhole || state === undefined || bring === undefined;

/** `npm run prove -- screens` uses everybody's screens in all their states, each other night a visitor's. */
const readers = isWhole ? Object.keys(people) : ['visitor'];

// All of them run at the same time, because they only read.
test.concurrent.each(readers)(
  'every screen of a %s is used on a page that the browser translates, also from its first moment',
  async (who) => {
    const { account, screens } = (await people[who]?.(site)) ?? { screens: [] };
    const { page, errors } = await person('phone');
    if (account) await (who === 'administrator' ? openPanel : giveSession)(page, account.email, account.password);
    await page.addInitScript(`addEventListener('DOMContentLoaded', ${translatePage.toString()})`);
    for (const [path, state, bring, { only, ...staged } = {}] of screens.filter(isWanted)) {
      const name = `${who} ${path}${state ? `, ${state}` : ''}`;
      await page.setViewportSize(widths[only?.[0] ?? 'phone']);
      await arrive(page, path, { isOpen: false, ...staged });
      await bring?.(page);
      await settled(page);
      expect(await page.locator('font').count(), name).toBeGreaterThan(0);
      expect(await page.getByText('Cette page a rencontré un problème').count(), name).toBe(0);
      expect(errors, name).toEqual([]);
      await page.unrouteAll();
    }
    await page.context().close();
  },
  isWhole ? 3_600_000 : 900_000,
);
