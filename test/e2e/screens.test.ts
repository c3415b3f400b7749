import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, giveSession, isWhole, openPanel, settled } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import { openTestSite } from '../support/journey.ts';
import { widths } from '../support/widths.ts';
import { arrive } from './arrive.ts';
import { people } from './screen-states/people.ts';
import type { Screen } from './screen-states/reach.ts';

const site = openTestSite();
const person = openBrowser();

/** Each run opens every other page of visitors and members; `npm run prove -- screens` all, in all their states. */
const wantedOf = (screens: readonly Screen[]) =>
  isWhole
    ? screens
    : screens.filter(([, state, bring]) => state === undefined || bring === undefined).filter((_, at) => at % 2 === 0);

/** Controls that are lower than a finger. */
async function small(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(() => {
    const isAlone = (link: Element) =>
      [...(link.parentElement?.childNodes ?? [])].every((node) => {
        const isInline = node instanceof Element && getComputedStyle(node).display === 'inline';
        return node === link || !node.textContent?.trim() || (node instanceof Element && !isInline);
      });
    return [...document.querySelectorAll<HTMLElement>('a[href], button, summary, select')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches('.skip-link'))
      .filter((control) => control.localName !== 'a' || isAlone(control))
      .filter((control) => {
        const { height, width } = control.getBoundingClientRect();
        // A link that covers its card is as large as the card.
        const covers = getComputedStyle(control, '::after').position === 'absolute';
        return width > 1 && height < 43.5 && !covers;
      })
      .map((control) => `${Math.round(control.getBoundingClientRect().height)} px: ${control.textContent}`);
  });
}

/** Whether a heading that is seen touches the edge of the window. */
const isAtTheEdge = (heading: Element) => {
  const { left, width } = heading.getBoundingClientRect();
  return width > 1 && left < 8;
};

const shown = isWhole ? Object.keys(people) : ['visitor', 'member'];

// All of them run at the same time, because they only read.
test.concurrent.each(shown)(
  'every screen of a %s is accessible, tall enough for fingers, has one heading and stays quiet',
  async (who) => {
    const { account, screens } = (await people[who]?.(site)) ?? { screens: [] };
    const { page, errors } = await person('phone');
    if (account) await (who === 'administrator' ? openPanel : giveSession)(page, account.email, account.password);
    let untouched = '';
    let isOpen = false;
    for (const [path, state, bring, { only, ...staged } = {}] of wantedOf(screens)) {
      const name = `${who} ${path}${state ? `, ${state}` : ''}`;
      await page.setViewportSize(widths[only?.[0] ?? 'phone']);
      const isStaged = Object.keys(staged).length > 0;
      if (isStaged || path !== untouched) await arrive(page, path, { isOpen, ...staged });
      await bring?.(page);
      expect(account && new URL(page.url()).pathname, name).not.toBe('/login');
      // A page that was only looked at is the start of its next state.
      untouched = bring || isStaged ? '' : path;
      isOpen = !isStaged;
      await expectAccessible(page, name, only);
      // As the page opens, on a phone; the panel is made for wide screens.
      const isForFingers = state === undefined && who !== 'administrator';
      expect(isForFingers ? await small(page) : [], name).toEqual([]);
      const heading = page.locator('h1:not([inert] *)');
      expect(await heading.count(), name).toBe(1);
      expect(await heading.evaluate(isAtTheEdge), name).toBe(false);
      expect(await page.title(), name).toMatch(/ – Envoyage$/);
      expect(errors, name).toEqual([]);
      await page.unrouteAll();
    }
    await page.context().close();
  },
  isWhole ? 3_600_000 : 900_000,
);
