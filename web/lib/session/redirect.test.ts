import { expect, test } from 'vitest';
import { afterSignIn, keepRedirect, loginPath, safePath, takeRedirect } from '#web/lib/session/redirect.ts';

const spellings: [wanted: string | null | undefined, opened: string][] = [
  ['/', '/'],
  ['/find-parcels', '/find-parcels'],
  ['/find-parcels?fromCity=Paris&parcel=1', '/find-parcels?fromCity=Paris&parcel=1'],
  ['/delivery/7a5c?sender=1#photo', '/delivery/7a5c?sender=1#photo'],
  ['/a/../my-parcels', '/my-parcels'],
  ['/my-parcels?next=https://evil.example', '/my-parcels?next=https://evil.example'],
  ['/my-parcels?q=%2F%2Fevil.example', '/my-parcels?q=%2F%2Fevil.example'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/evil.example', '/evil.example'],
  [null, '/'],
  [undefined, '/'],
  ['', '/'],
  [' ', '/'],
  ['my-parcels', '/'],
  ['./my-parcels', '/'],
  ['?redirect=/a', '/'],
  ['#a', '/'],
  ['https://evil.example', '/'],
  ['https:evil.example', '/'],
  ['https:/evil.example', '/'],
  ['HTTPS://EVIL.EXAMPLE', '/'],
  ['http://localhost', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['////evil.example', '/'],
  ['//evil.example/my-parcels', '/'],
  ['//user@evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\/evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/\\/evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/\r\n/evil.example', '/'],
  ['\t//evil.example', '/'],
  [' //evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['//[', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['/\u0000/evil.example', '/'],
];

test.each(spellings)('redirect %j opens %s', (wanted, opened) => {
  expect(safePath(wanted)).toBe(opened);
});

test('the redirect to the sign-in page contains path and query', () => {
  expect(loginPath('/find-parcels?parcel=1&tab=trips')).toBe(
    '/login?redirect=%2Ffind-parcels%3Fparcel%3D1%26tab%3Dtrips',
  );
  expect(loginPath('/')).toBe('/login');
});

test('the return path is stored for 24 hours and used once', () => {
  keepRedirect('/send-parcel?draft=1', 1_000);
  expect(takeRedirect(1_000 + 23 * 3_600_000)).toBe('/send-parcel?draft=1');
  expect(takeRedirect(1_000)).toBeUndefined();
  keepRedirect('/send-parcel', 1_000);
  expect(takeRedirect(1_000 + 24 * 3_600_000)).toBeUndefined();
});

test('a return path to another site is not stored', () => {
  keepRedirect('//evil.example');
  expect(takeRedirect()).toBe('/');
});

test('administrators start on their panel unless they wanted a page', () => {
  localStorage.clear();
  expect(afterSignIn('', true)).toBe('/admin');
  expect(afterSignIn('', false)).toBe('/');
  expect(afterSignIn('?redirect=%2Fmy-trips', true)).toBe('/my-trips');
});

test('after a sign-up without documents the first page is the one to send them', () => {
  keepRedirect('/send-parcel');
  expect(afterSignIn('?error=documents_failed', false)).toBe('/confirm-email-success');
  expect(afterSignIn('?error=unknown', false)).toBe('/send-parcel');
});
