import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, giveSession, loseNetwork, settled, visit } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import { openTestSite, password, seededPeople } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

/** The files that the site has stored on this device, by cache. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    const countOf = (cache: string) => counts[names.indexOf(cache)] ?? 0;
    return { everybody: countOf('envoyage-files'), members: countOf('envoyage-members') };
  });

/** Waits until the site's files are on this device, for a member those of their pages too. */
async function installed(page: Page, { isMember }: { isMember: boolean }): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let before = -1;
  await expect
    .poll(
      async () => {
        const { everybody, members } = await stored(page);
        const isWhole = everybody > 20 && (!isMember || members > 50) && members === before;
        before = members;
        return isWhole;
      },
      { timeout: 60_000, interval: 1_500 },
    )
    .toBe(true);
}

const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('envoyage.')),
  );

async function write(page: Page, text: string): Promise<void> {
  await box(page, 'Votre message').fill(text);
  await button(page, 'Envoyer le message').click();
  await page.getByText(text, { exact: true }).waitFor();
}

test('a visitor’s site can be installed, and its pages start without a network; shared links and calls do not', async () => {
  const { page } = await person('phone', { withWorker: true });
  await visit(page, '/');
  await installed(page, { isMember: false });
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  await loseNetwork(page.context());
  for (const [path, heading] of [
    ['/', 'Envoyez un colis en Algérie'],
    ['/terms', 'Conditions générales'],
    ['/find-parcels', 'Trouvez des colis et trajets'],
    ['/send-parcel?from=x', 'Envoyer ou recevoir un colis'],
  ] as const) {
    await visit(page, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  for (const path of ['/p/1', '/t/1', '/api/public/parcels', '/config.json'])
    await expect(page.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await page.context().close();
});

test('a member reads the last conversations without a network, and what they write arrives once, in order, from two tabs', async () => {
  const [amel, karim] = (await seededPeople(site)).members;
  const carrier = await person('phone', { withWorker: true });
  const { page } = carrier;
  const context = page.context();
  await giveSession(page, karim?.email ?? '', password, { remember: true });
  await visit(page, '/messaging');
  const row = page.locator(`.conversation-row[href*="${amel?.userId}"][href*="parcel="]`).first();
  const address = (await row.getAttribute('href')) ?? '';
  await row.click();
  await page.getByRole('log').waitFor();
  await installed(page, { isMember: true });
  await expect.poll(() => databases(page)).toContain('envoyage.copies');

  const networkReturns = await loseNetwork(context);
  await visit(page, '/messages');
  await page.getByText(/^Vu (à l'instant|il y a \d+ min) · hors connexion$/).waitFor();
  await page.locator('.conversation-row').first().waitFor();
  await visit(page, address);
  await page.getByText(/^Vu .* · hors connexion$/).waitFor();
  const [first, second] = ['un', 'deux'].map((name) => `Hors connexion ${name} ${Date.now()}`) as [string, string];
  await write(page, first);
  await write(page, second);
  await expectAccessible(page, 'a conversation with messages that wait for the network');
  await page.reload();
  await page.getByText(second, { exact: true }).waitFor();
  expect(await page.getByText('En attente de connexion').count()).toBe(2);
  const third = `${second} annulé`;
  await write(page, third);
  await expect.poll(() => page.getByText('En attente de connexion').count()).toBe(3);
  await button(page, 'Ne pas envoyer').last().click();
  await expect.poll(() => box(page, 'Votre message').inputValue()).toBe(third);
  const other = await context.newPage();
  await visit(other, address);
  await other.getByText(second, { exact: true }).waitFor();

  await networkReturns();
  const sender = await site.member(amel?.email ?? '', amel?.password ?? '');
  const parcel = new URL(address, 'http://site').searchParams.get('parcel') ?? '';
  const arrived = async () => {
    const { messages } = await sender.ok('conversation', {
      params: { userId: karim?.userId ?? '' },
      query: { parcel },
    });
    return messages.map(({ content }) => content).filter((content) => [first, second, third].includes(content));
  };
  await expect.poll(arrived, { timeout: 40_000 }).toEqual([first, second]);
  for (const tab of [page, other]) {
    await tab.getByText('En attente de connexion').waitFor({ state: 'detached' });
    await expect.poll(() => tab.getByText(first, { exact: true }).count(), { timeout: 20_000 }).toBe(1);
  }
  await settled(page);
  expect(await arrived()).toEqual([first, second]);

  await visit(page, '/profile');
  await button(page, /menu/i).first().click();
  await button(page, 'Déconnexion').first().click();
  const question = page.getByRole('alertdialog', { name: 'Se déconnecter ?' });
  await expect.poll(() => question.textContent()).toMatch(/message à .*Amel/);
  await button(question, 'Se déconnecter').click();
  await page.getByText('Déconnexion réussie').waitFor();
  await expect.poll(() => databases(page)).toEqual([]);
  await context.close();
});
