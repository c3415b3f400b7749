import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '#infra/local/site-client.ts';
import { openBrowser } from '../support/e2e.ts';
import { type LocalStack, startLocal } from '../support/local-stack.ts';

/** A stack of its own: here every limit counts, as it does in the cloud. */
let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocal({ limits: true });
});
afterAll(() => stack.stop());
const person = openBrowser(() => stack.origin);

const tooMany = 'Trop de tentatives. Veuillez attendre quelques minutes.';

test('the sixth message of an hour from one address waits, over HTTP and on the screen, and its text stays', async () => {
  const site = openSite(stack.origin);
  const body = {
    name: 'Visiteur',
    email: 'visiteur@example.org',
    topic: 'payment' as const,
    message: 'Comment payer ?',
  };
  const send = () => site.visitor.call('contactUs', { body: { ...body, message: randomUUID() } });
  for (let turn = 0; turn < 5; turn++) expect((await send()).status).toBe(202);
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY', detail: tooMany } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const { page } = await person('phone');
  await page.goto('/contact');
  await page.getByLabel(/^Nom/).fill(body.name);
  await page.getByLabel(/^Email/).fill(body.email);
  await page.getByLabel(/^Sujet/).selectOption(body.topic);
  await page.getByLabel(/^Message/).fill(body.message);
  await page.getByRole('button', { name: 'Envoyer le message' }).click();
  await page.getByText(tooMany).first().waitFor();
  expect(await page.getByLabel(/^Message/).inputValue()).toBe(body.message);
});
