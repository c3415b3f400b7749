import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { authentication } from '#functions/authentication.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { serve } from '#functions/serve.ts';
import { asPages } from '#functions/share/pages.ts';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { gatewayEvent } from '#test/support/gateway-event.ts';
import { aWorld } from '#test/support/world/world.ts';
import { noticeHandlers } from './handlers.ts';

const { M: memberId } = memberIds;

/** The two rows as browsers and mail providers call them. */
async function links() {
  const world = await aWorld({ people: [aProfile('M', { email: 'amina.b@exemple.fr', emailNotifications: true })] });
  const handler = asPages(serve(noticeRoutes, noticeHandlers(world.deps), world.deps, authentication));
  const call = async (
    row: keyof typeof noticeRoutes,
    token: string,
    sent: { body?: string; headers?: object } = {},
  ) => {
    const { body, headers = {} } = sent;
    const event = gatewayEvent(noticeRoutes[row], { query: { token }, headers: { ...headers }, body });
    const answer = await handler(event, { awsRequestId: 'test' } as Context);
    return { status: answer.statusCode, headers: answer.headers ?? {}, page: String(answer.body) };
  };
  const choices = async () => (await profileRepository(world.table).read(memberId))?.noticeChoices;
  return { ...world, call, choices };
}

test('opening the link asks, and changes nothing', async () => {
  const { call, choices } = await links();
  const { status, headers, page } = await call('mailStop', linkToken('stop', memberId));
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page).toContain('Ne plus recevoir ces emails');
  expect(page).toContain('<form method="post"><button class="main">Confirmer</button></form>');
  expect(page).toContain('<p>Compte\u00a0: <bdi translate="no">a***@exemple.fr</bdi></p>');
  expect(page).not.toContain('amina.b');
  expect(await choices()).toBeUndefined();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
test.each([
  ['the button of the page', '', form],
  ['a mail provider', 'List-Unsubscribe=One-Click', form],
  ['a form with files', '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a strange body', '{"a":', { 'content-type': 'application/json', cookie: 'a=b' }],
])('%s switches mails of alerts off, and nothing else', async (_by, body, headers) => {
  const { call, choices, table } = await links();
  const others = { mail: { messages: false }, push: { alerts: true } };
  await table.transact([profileRepository(table).chooseNotices(memberId, others)]);
  const token = linkToken('stop', memberId);
  const pages = [];
  for (let time = 0; time < 3; time++) pages.push(await call('stopMails', token, { body, headers }));
  expect(new Set(pages.map(({ page }) => page)).size).toBe(1);
  expect(pages[0]).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(pages[0]?.page).toContain('Vous ne recevez plus ces emails.');
  expect(pages[0]?.page).toContain('a***@exemple.fr');
  expect(await choices()).toEqual({ mail: { messages: false, alerts: false }, push: { alerts: true } });
});

test('a cut or changed link, and one of a deleted account, lead to the same page', async () => {
  const { call, choices } = await links();
  const token = linkToken('stop', memberId);
  const others = linkToken('stop', randomUUID());
  const odd = [
    token.slice(0, -1),
    `${token}A`,
    token.replace('.', ''),
    `x${token}`,
    others,
    '-',
    '%00',
    'a'.repeat(5000),
  ];
  const answers = await Promise.all(
    odd.flatMap((text) => [call('mailStop', text), call('stopMails', text, { headers: form })]),
  );
  expect(new Set(answers.map(({ status, page }) => `${status} ${page}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
  expect(answers[0]?.page).toContain('Ce lien n&#39;est plus valable');
  expect(answers[0]?.page).not.toContain('Compte');
  expect(await choices()).toBeUndefined();
});

test('a refusal is a page, too', async () => {
  const { call } = await links();
  const { status, page } = await call('stopMails', linkToken('stop', memberId), {
    headers: { 'x-origin-secret': 'guess' },
  });
  expect(status).toBe(403);
  expect(page).toContain('<!doctype html>');
});
