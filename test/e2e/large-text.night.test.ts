import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#web/app/pages.ts';
import { giveSession, isWhole, settled } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { openTestSite, seededPeople } from '../support/journey.ts';
import { arrive } from './arrive.ts';
import { people } from './screen-states/people.ts';
import type { Screen } from './screen-states/reach.ts';

const site = openTestSite();
const person = openBrowser();
const fixed = pages.filter(({ path }) => !path.includes(':'));

/** Letters of twice the size, at some widths: `npm run prove -- screens` tries all, each other run the first. */
const everyWay = [
  {
    by: 'the browser',
    screenWidths: isWhole ? [320, 375, 768, 1280] : [320],
    letters: { standard: 32, fixed: 26 },
    style: '',
  },
  // Unlike the browser's setting it leaves the widths at which a page changes where they were.
  {
    by: 'a style',
    screenWidths: [320, 1280],
    letters: { standard: 16, fixed: 13 },
    style: '200%',
  },
];
const ways = isWhole ? everyWay : everyWay.slice(0, 1);

/** Forms and dialogs of reports and objections, as the screens bring them about. */
const isOfReports = ([path, state = '', , more]: Screen) => !more && /report|decision/.test(`${path} ${state}`);

/** Content beyond the side of the screen that cannot be scrolled into view. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement)) &&
      element !== document.documentElement;
    const lost = controls
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip-link'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
      })
      .map((element) => element.ariaLabel ?? element.textContent ?? element.id);
    return over > 0 ? [`sideways scroll of ${over} px`, ...lost] : lost;
  });

// All of them run at the same time, because they only read.
test.concurrent.each(['visitor', 'member', 'administrator'] as const)(
  'with letters of twice the size, by the browser or by a style, a %s can use everything at every width',
  async (who) => {
    const { page, errors } = await person('phone');
    const session = await page.context().newCDPSession(page);
    const seeded = await seededPeople(site);
    const account = { visitor: undefined, member: seeded.members[0], administrator: seeded.admin }[who];
    if (account) await giveSession(page, account.email, account.password);
    const open = {
      visitor: fixed.filter(({ access }) => access === 'public' || access === 'guest'),
      member: fixed.filter(({ access }) => access === 'public' || access === 'member'),
      administrator: fixed.filter(({ access }) => access === 'admin'),
    }[who];
    const found: string[] = [];
    const { screens = [] } = (who !== 'administrator' && (await people[who]?.(site))) || {};
    const shown: Screen[] = [...open.map(({ path }): Screen => [path]), ...screens.filter(isOfReports)];
    for (const [index, [path, , bring]] of shown.entries()) {
      await arrive(page, path, { isOpen: index > 0 });
      await bring?.(page);
      expect(account && new URL(page.url()).pathname, path).not.toBe('/login');
      for (const { by, screenWidths, letters, style } of ways) {
        await session.send('Page.setFontSizes', { fontSizes: letters });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, style);
        for (const width of screenWidths) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page);
          for (const problem of await outOfReach(page)) found.push(`${path} at ${width} by ${by}: ${problem}`);
        }
      }
    }
    expect(found).toEqual([]);
    await expectQuietLeave({ page, errors });
  },
);
