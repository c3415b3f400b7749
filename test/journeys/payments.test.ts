import { expect, test } from 'vitest';
import { dayMs } from '#shared/values/time.ts';
import { aPdf } from '../support/images.ts';
import { administrator, joined, listen, mailTo, openTestSite, photo, until } from '../support/journey.ts';

const site = openTestSite();

test('a receipt is sent, examined and approved, and its member learns of it on an open page and by mail', async () => {
  const admin = await administrator(site);
  // Still waits for the check of the identity: the approval is also that of the profile.
  const { userId, email, caller } = await joined(site, 'Payeuse');
  const live = await listen(site, caller);
  const announced: Parameters<typeof site.upload>[1] = (body) => caller.ok('requestReceiptUpload', { body });
  const pdf = { name: 'reçu.pdf', type: 'application/pdf', bytes: aPdf() };
  const sent = await caller.ok('sendReceipt', { body: { uploadId: await site.upload(pdf, announced) } });
  expect(sent).toMatchObject({ fileName: 'reçu.pdf', kind: 'pdf', status: 'pending' });

  const params = { receiptId: sent.id };
  const waiting = await until('the receipt is in the queue', async () => {
    const { items } = await admin.ok('adminReceipts', { query: { status: 'pending' } });
    return items.find(({ id }) => id === sent.id);
  });
  expect(waiting).toMatchObject({ member: { id: userId, firstName: 'Payeuse', verifies: true } });
  const { url, downloadUrl } = await admin.ok('adminReceiptFile', { params });
  const [shown, saved] = await Promise.all([fetch(url), fetch(downloadUrl)]);
  expect([shown.status, shown.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^inline;/)]);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''re%C3%A7u\.pdf$/);
  expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');

  const { subscriptionEnd = '' } = await admin.ok('approveReceipt', { params, version: waiting.version });
  expect(Math.round((Date.parse(subscriptionEnd) - Date.now()) / dayMs)).toBe(365);
  // Once for the sending, once for the decision.
  const told = () => live.events.filter(({ type }) => type === 'receipts.changed').length;
  await until('the page is told', async () => told() === 2);
  expect(await caller.ok('readMe')).toMatchObject({
    status: 'approved',
    subscription: { status: 'active', endDate: subscriptionEnd },
  });
  const { text } = await mailTo(site, email, /Votre abonnement est actif/);
  expect(text).toContain('/payment-methods');
  live.close();
});

test('what is no picture and no PDF inside is refused, whatever it was called', async () => {
  const { caller } = await joined(site, 'Trompeuse');
  const announced: Parameters<typeof site.upload>[1] = (body) => caller.ok('requestReceiptUpload', { body });
  const script = { ...photo(), name: 'reçu.jpg', bytes: Buffer.from('<script>alert(1)</script>'.repeat(20)) };
  const uploadId = await site.upload(script, announced);
  const answer = await until('the scan is over', async () => {
    const tried = await caller.call('sendReceipt', { body: { uploadId } });
    return tried.status === 202 ? undefined : tried;
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'FILE_REFUSED', title: 'Fichier refusé' } });
  expect(await caller.ok('myReceipts')).toEqual({ items: [], pending: 0 });
});
