import type { Browser, Page } from 'playwright-core';
import type { SiteClient } from '#infra/local/seed/site-client.ts';

export interface Member {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
}

type DemoMember = Member & { status: string };

const demoPeople = async (site: SiteClient) =>
  ((await (await site.local('demo')).json()) as { members: DemoMember[] }).members;

const demoMember = async (site: SiteClient, email: string): Promise<Member> => {
  const member = (await demoPeople(site)).find((one) => one.email === email);
  if (!member) throw new Error(`The demo data have no ${email}.`);
  return member;
};

/** The member of the demo data who carries parcels in every state. */
export const demoCarrier = (site: SiteClient): Promise<Member> => demoMember(site, 'karim@example.org');

/** The member of the demo data whose first delivery waits for the photo of its pickup. */
export const demoPicker = (site: SiteClient): Promise<Member> => demoMember(site, 'sofiane@example.org');

type Pair = readonly [Member, Member];

/** So many pairs of approved members of the demo data. */
export async function demoPairs(site: SiteClient, count = 1): Promise<[Pair, ...Pair[]]> {
  const approved = (await demoPeople(site)).filter(({ status }) => status === 'approved');
  const pairOf = (number: number): Pair => {
    const [first, second] = approved.slice(2 * number);
    if (!first || !second) throw new Error('The demo data have too few members.');
    return [first, second];
  };
  return [pairOf(0), ...Array.from({ length: count - 1 }, (_, number) => pairOf(number + 1))];
}

/** Five approved members who are in none of the first pairs. */
export const demoWaiters = async (site: SiteClient): Promise<Member[]> =>
  (await demoPeople(site)).filter(({ status }) => status === 'approved').slice(-5);

/** A page of their own desktop browser. */
export async function openPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 800 },
  });
  return context.newPage();
}

/** The same, signed in through the sign-in page. */
export async function signIn(browser: Browser, origin: string, { email, password }: Member): Promise<Page> {
  const page = await openPage(browser, origin);
  await page.goto('/login');
  await page.locator('#root:not([data-path])').waitFor();
  await page.getByLabel('Email', { exact: false }).fill(email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}
