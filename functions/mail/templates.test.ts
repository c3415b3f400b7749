import { expect, test } from 'vitest';
import type { MailName, Mails } from '#functions/platform/outbox.ts';
import { compose } from './templates.ts';

const site = 'https://envoyage.example';
const attack = `<script>alert("1")</script> & 'co'`;
const hostile = {
  firstName: attack,
  otherName: attack,
  reason: attack,
  title: attack,
  route: attack,
  parcelId: '"><script>',
  tripId: '"><script>',
  otherId: '"><script>',
  name: attack,
  email: attack,
  topic: attack,
  message: attack,
  parcelNumber: attack,
  reference: 'CT-1',
};

/** Each mail once; a mail that is missing here does not compile. */
const names = Object.keys({
  confirmEmail: 1,
  resetPassword: 1,
  passwordChanged: 1,
  profileApproved: 1,
  profileRejected: 1,
  profileBlocked: 1,
  profileUnblocked: 1,
  parcelApproved: 1,
  parcelRejected: 1,
  tripApproved: 1,
  tripRejected: 1,
  deliveryAccepted: 1,
  carrierChosen: 1,
  handshakeDone: 1,
  carrierReleased: 1,
  pickupValidated: 1,
  deliveryStarted: 1,
  deliveryValidated: 1,
  contactMessage: 1,
} satisfies Record<MailName, 1>) as MailName[];

const envelope = { site, email: 'amina+colis@example.org', token: 'T'.repeat(43) };
const rendered = (name: MailName, data: typeof hostile = hostile) =>
  compose(name, data as Mails[typeof name], envelope);
const kind = {
  ...hostile,
  firstName: 'Amina',
  otherName: 'Karim',
  reason: 'flou',
  title: 'Livres',
  route: 'Paris-Oran',
  name: 'Amina',
  email: 'amina@example.org',
  topic: 'Mon compte',
  message: 'Bonjour',
  parcelNumber: '12345678',
};

test.each(names)('%s is written as HTML and as text', (name) => {
  const { subject, html, text } = rendered(name, kind);
  expect(subject).not.toBe('');
  expect(html).toContain('<html lang="fr">');
  expect(html).toContain('Bonjour Amina,');
  expect(text).toContain('Bonjour Amina,');
});

test.each(names)('%s shows what a member wrote and runs nothing of it', (name) => {
  const { subject, html } = rendered(name);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
  expect(subject).not.toMatch(/[\r\n]/);
});

test.each(names)('%s leads nowhere but to the site', (name) => {
  const { html, text } = rendered(name, kind);
  const addresses = `${html}\n${text}`.match(/\bhttps?:\/\/[^\s"'<]+/g) ?? [];
  expect(addresses.filter((address) => !address.startsWith(`${site}/`))).toEqual([]);
});

test.each(names)('%s speaks French', (name) => {
  const { subject, text } = rendered(name, kind);
  expect(`${subject}\n${text.replaceAll(/https?:\S+/g, '')}`).not.toMatch(
    /\b(the|you|your|please|click|here|account|password|link|hello|parcel|delivery|undefined|null)\b/i,
  );
});

test('a subject stays one line', () => {
  const { subject } = rendered('parcelApproved', { ...kind, title: 'Livres\r\nBcc: autre@example.org' });
  expect(subject).toBe('Votre colis « Livres Bcc: autre@example.org » est en ligne');
});

test('secrets travel in the fragment of their link', () => {
  expect(rendered('confirmEmail', kind).text).toContain(
    `${site}/confirm-email-success?email=amina%2Bcolis%40example.org#token=${envelope.token}`,
  );
  expect(rendered('resetPassword', kind).text).toContain(
    `${site}/reset-password#type=recovery&token=${envelope.token}`,
  );
});

test('only mails that can be turned off say where', () => {
  expect(rendered('deliveryAccepted', kind).text).toContain(`${site}/profile`);
  expect(rendered('passwordChanged', kind).text).not.toContain(`${site}/profile`);
});
