import { expect, test, vi } from 'vitest';
import { noticeOf } from '#functions/notices/handlers.ts';
import { withOrdinarySpaces } from '#test/support/readable.ts';
import { compose } from './compose.ts';
import type { MailName } from './mails.ts';

const facts = {
  firstName: 'Amel',
  otherName: 'Karim B',
  otherFirstName: 'Karim',
  otherId: 'karim',
  title: 'Livres',
  parcelId: 'p1',
  kind: 'content',
  until: '2026-12-12T14:05:00.000Z',
  reference: 'SG-1234',
  reason: 'Le carton était ouvert.',
  isReturn: '',
  isOnItsWay: '',
};
const decided = { isProblem: 'yes', end: '', outcome: 'dismissed', origin: 'report', about: 'report.r1@l1' };
const site = 'https://envoyage.example';
const written = (name: MailName, data: Readonly<Record<string, string>> = {}) =>
  withOrdinarySpaces(compose(name, { ...facts, ...data }, { site, email: 'amel@example.org', objection: 'token' }));
const noticed = (mail: MailName, data: Readonly<Record<string, string>>) =>
  withOrdinarySpaces(
    noticeOf(
      {
        id: 'n1',
        mail,
        memberId: 'me',
        data: { ...facts, ...data },
        createdAt: '2026-11-20T10:00:00.000Z',
        state: 'sent',
      },
      undefined,
    ),
  );

const plain = { site, email: 'amel@example.org' };

test.each(['', 'yes'])('an arrival that is declared while a problem is open is confirmed by no silence', (isReturn) => {
  const open = withOrdinarySpaces(compose('receiptAsked', { ...facts, isReturn, hasProblem: 'yes' }, plain)).text;
  expect(open).toContain("Sans réponse, rien n'est confirmé tant que le problème est ouvert.");
  expect(open).not.toMatch(/sera confirmé|12 déc|Un problème \?/);
  const calm = withOrdinarySpaces(compose('receiptAsked', { ...facts, isReturn, hasProblem: '' }, plain)).text;
  expect(calm).toMatch(/Sans réponse de votre part[^]*Un problème \?/);
  expect(calm).not.toContain('tant que');
});

test.each(['deliveryStarted', 'deliveryValidated', 'parcelReturned'] as const)(
  'the mail %s tells that customs keep the parcel, and nothing of a problem without one',
  (mail) => {
    const text = (openKind: string) => withOrdinarySpaces(compose(mail, { ...facts, openKind }, plain)).text;
    expect(text('customs')).toContain('Problème signalé, toujours ouvert : « Colis retenu par la douane ».');
    expect(text('')).not.toContain('toujours ouvert');
  },
);

test('the other member can deny that a problem is settled', () => {
  const { text } = withOrdinarySpaces(compose('problemSettled', { ...facts, isOnItsWay: 'yes' }, plain));
  expect(text).toMatch(/Ce n'est pas le cas \?[^]*Signalez-le[^]*delivery\/p1/);
});

test('a delivery with an open problem does not ask to report one', () => {
  const of = (hasProblem: string) => compose('deliveryValidated', { ...facts, hasProblem }, plain).text;
  expect([of('yes'), of('')].map((text) => text.includes('Signalez-le'))).toEqual([false, true]);
});

test.each([
  [
    { outcome: 'acted', end: 'lost' },
    'Perdu : « Livres »',
    'Le colis est noté comme perdu. La livraison est terminée.',
  ],
  [
    { outcome: 'acted', end: 'seized' },
    'Saisi par la douane : « Livres »',
    'Le colis est noté comme saisi par la douane. La livraison est terminée.',
  ],
  [
    { outcome: 'acted', end: 'delivered' },
    'Livré : « Livres »',
    'Le colis est noté comme livré. La livraison est terminée.',
  ],
  [{ outcome: 'dismissed' }, 'Sans suite : « Livres »', 'La livraison ne change pas.'],
  [{ outcome: 'warned' }, 'Avertissement adressé : « Livres »', 'La livraison ne change pas.'],
] as const)('the author of a problem reads which parcel, its end and why (%o)', (outcome, subject, effect) => {
  const mail = written('reportDecided', { ...decided, ...outcome });
  expect(mail.subject).toBe(subject);
  for (const part of ['SG-1234', effect, 'Motif : Le carton était ouvert.', `${site}/delivery/p1`])
    expect(mail.text).toContain(part);
  expect(written('problemDecided', { ...decided, ...outcome }).text).toContain(effect);
});

test.each([
  ['undecided', 'Notre équipe décidera de la suite de la livraison.'],
  ['annulled', 'La livraison ne change pas.'],
])('both members read that a decision is annulled, and what becomes of the delivery (%s)', (end, effect) => {
  for (const mail of [
    written('reportDecided', { ...decided, end, outcome: 'acted', isObjection: 'true' }),
    written('problemDecided', { ...decided, end }),
  ]) {
    expect(mail.subject).toBe('Décision annulée : « Livres »');
    for (const part of [effect, 'Motif : Le carton était ouvert.', `${site}/delivery/p1`])
      expect(mail.text).toContain(part);
    expect(mail.text).not.toMatch(/signalement SG|est terminée/);
  }
});

test('the author of an objection that changes nothing reads which parcel it is, with the way to its delivery', () => {
  const mail = written('reportDecided', { ...decided, end: 'maintained', outcome: 'dismissed', isObjection: 'true' });
  expect(mail.subject).toBe('Décision maintenue : « Livres »');
  for (const part of ['contestation SG-1234', 'La livraison ne change pas.', `${site}/delivery/p1`])
    expect(mail.text).toContain(part);
});

test('a member who is warned in a problem reads which parcel, that nothing changes, and the reason of both', () => {
  const mail = written('memberWarned', { ...decided, reason: 'Emballez mieux.', decision: 'Le carton\nétait ouvert.' });
  expect(mail.subject).toBe('Avertissement de notre équipe : « Livres »');
  for (const part of [
    'Motif : Emballez mieux.',
    'Décision sur le problème signalé : Le carton\nétait ouvert.',
    'La livraison ne change pas.',
    `${site}/delivery/p1`,
  ])
    expect(mail.text).toContain(part);
});

test.each(['reportDecided', 'memberWarned', 'problemDecided'] as const)(
  '%s about a problem has no duration, and its notice leads to the delivery',
  (name) => {
    const data = { ...decided, decision: 'Le carton était ouvert.' };
    vi.stubEnv('DERIVED_SECRET', 'secret');
    const { text } = written(name, data);
    expect(text).toContain('Une personne de notre équipe a pris cette décision, après un signalement.');
    expect(text).toContain('Contester cette décision');
    expect(text).not.toContain('sans limite de durée');
    expect(noticed(name, data)).toMatchObject({
      title: expect.stringContaining('« Livres »') as string,
      path: '/delivery/p1',
    });
  },
);

test('a settled problem lets go on only what is on its way', () => {
  const onItsWay = written('problemSettled', { isOnItsWay: 'yes' }).text;
  expect(onItsWay).toContain('Karim B dit que le problème est résolu. La livraison continue.');
  const over = written('problemSettled', { until: '' }).text;
  expect(over).toContain('Karim B dit que le problème est résolu. Notre équipe ne décidera pas de la suite.');
  expect(over).not.toContain('continue');
  expect(over).not.toContain('Sans autre nouvelle');
  const until = '2026-12-03T07:35:00.000Z';
  const declared = written('problemSettled', { isOnItsWay: 'yes', isReturn: '', until }).text;
  expect(declared).toContain('la livraison sera confirmée le 3 déc. 2026');
  expect(written('problemSettled', { isReturn: 'yes', until }).text).toContain(
    'le retour sera confirmé le 3 déc. 2026',
  );
});

test('a problem of the content is named as a problem, and a missing return as one', () => {
  expect(written('problemReported', { kind: 'not_returned' }).text).toContain('Colis non rendu, selon Karim B.');
  expect(written('problemReported').text).toContain('Problème de contenu, selon Karim B.');
});

test('a photo of an arrival that the owner denies is no « Livré », and asks for no rating', () => {
  const mail = (openKind: string) => {
    const data = { ...facts, openKind, hasProblem: openKind && 'yes' };
    return withOrdinarySpaces(compose('deliveryValidated', data, plain));
  };
  expect(mail('not_arrived').subject).toBe('Livraison en doute : « Livres »');
  expect(mail('not_arrived').text).toContain('Problème signalé, toujours ouvert : « Colis non arrivé ».');
  expect(mail('damaged').subject).toBe('Livré : « Livres »');
  for (const kind of ['not_arrived', 'damaged']) expect(mail(kind).text).not.toMatch(/note|Noter/);
  expect(mail('').text).toContain('Noter Karim B');
});

test('the mail of an objection names its parcel and leads to the delivery; a typed address reads no name', () => {
  const received = (data: Readonly<Record<string, string>>) =>
    withOrdinarySpaces(compose('reportReceived', { reference: 'SG-1234', isObjection: 'true', ...data }, plain));
  const own = received({ firstName: 'Amel', title: 'Livres', parcelId: 'p1' });
  expect(own.subject).toBe('Contestation enregistrée : SG-1234');
  expect(own.text).toContain('Décision contestée : celle au sujet de « Livres ».');
  expect(own.text).toContain(`${site}/delivery/p1`);
  expect(received({ email: 'x@example.org' }).text).not.toMatch(/Livres|delivery/);
});
