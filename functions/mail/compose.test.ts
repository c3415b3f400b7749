import { expect, test } from 'vitest';
import { administratorMails } from '#functions/mail/mails/administrators.ts';
import { type MailName, mails } from '#functions/mail/mails.ts';
import { type Queue, queueNames } from '#shared/admin/queues.ts';
import { algiersMoment } from '#shared/values/time.ts';
import { withOrdinarySpaces } from '#test/support/readable.ts';
import { findPage } from '#web/app/pages.ts';
import { compose as composeMail } from './compose.ts';

/** A mail with ordinary spaces, as our sources write them. */
const compose: typeof composeMail = (...mail) => withOrdinarySpaces(composeMail(...mail));

/** The facts of the mail about late queues, the same for each. */
const lateFacts = (count: string, age: string) =>
  Object.fromEntries(
    queueNames.flatMap((queue) => [
      [`${queue}Count`, count],
      [`${queue}Age`, age],
    ]),
  ) as Record<`${Queue}Count` | `${Queue}Age`, string>;

const site = 'https://envoyage.example';
const attack = `<script>alert("1")</script> & 'co'`;
const hostile = {
  firstName: attack,
  otherName: attack,
  otherFirstName: attack,
  reason: attack,
  terms: attack,
  travel: attack,
  was: attack,
  trip: attack,
  offer: attack,
  until: '2026-12-12T14:05:00.000Z',
  answers: '',
  isChange: '',
  isStuck: '',
  isCarrier: '',
  isHalf: '',
  isAuthor: 'yes',
  isTraveller: '',
  why: 'expired',
  hasWaited: 'yes',
  isListed: '',
  isOwner: '',
  status: 'active',
  title: attack,
  route: attack,
  search: '/find-parcels?fromCity=%3Cscript%3E',
  parcelId: '"><script>',
  tripId: '"><script>',
  otherId: '"><script>',
  name: attack,
  email: attack,
  topic: attack,
  message: attack,
  parcelNumber: attack,
  reference: 'CT-1',
  reportId: '"><script>',
  outcome: 'acted',
  count: attack,
  adminName: attack,
  change: attack,
  before: attack,
  after: attack,
  end: attack,
  by: 'rootAdmin',
  left: '7',
  verified: 'yes',
  kind: 'trip',
  when: 'now',
  listingId: '"><script>',
  alert: attack,
  facts: attack,
  leg: attack,
  more: '2',
  waiting: '7',
  title0: attack,
  kind0: 'trip',
  listing0Id: '"><script>',
  ...lateFacts(attack, attack),
};

const names = Object.keys(mails) as MailName[];

const envelope = { site, email: 'amina+colis@example.org', token: 'T'.repeat(43) };
const rendered = (name: MailName, data: typeof hostile = hostile) => compose(name, data, envelope);
const kind = {
  ...hostile,
  firstName: 'Amina',
  otherName: 'Karim',
  otherFirstName: 'Karim',
  reason: 'flou',
  terms: '30 €, 3,5 kg',
  travel: 'le 13 déc. 2026, en avion',
  was: 'le 7 déc. 2026, en avion',
  trip: 'trajet en avion du 7 déc. 2026',
  offer: '28 €',
  title: 'Livres',
  route: 'Paris-Oran',
  name: 'Amina',
  email: 'amina@example.org',
  topic: 'Mon compte',
  message: 'Bonjour',
  parcelNumber: '12345678',
  count: '2',
  adminName: 'Amina',
  change: 'updateBank',
  before: 'Ancienne banque',
  after: 'Nouvelle banque',
  end: 'lundi 22 novembre 2027',
  price: '5000 DA',
  what: 'Le chapitre 7 parle aussi du bateau.',
  approved: 'vendredi 20 novembre 2026',
  paidBackBy: 'samedi 5 décembre 2026',
  withdrawn: 'yes',
  at: "20 nov. 2026 à 11:00 (heure d'Alger)",
  day: 'dimanche 6 décembre 2026',
  kind: 'trip',
  listingId: 't1',
  alert: 'Trajets de Paris à Oran',
  facts: "Avion · jusqu'à 8 kg",
  leg: 'Lyon → Oran',
  more: '1',
  title0: 'Votre alerte : trajet de Paris à Oran, le 12 déc. 2026',
  kind0: 'trip',
  listing0Id: 't1',
  ...lateFacts('3', '12 jours'),
};

/** To a mailbox that may belong to a stranger, or to administrators. */
const nameless: ReadonlySet<string> = new Set([
  'confirmEmail',
  'correctEmail',
  'dangerReported',
  'dangersWaiting',
  ...Object.keys(administratorMails),
]);

test.each(names)('%s is written as HTML and as text', (name) => {
  const { subject, html, text } = rendered(name, kind);
  expect(subject).not.toBe('');
  expect(html).toContain('<html lang="fr">');
  const greeting = nameless.has(name) ? 'Bonjour,' : 'Bonjour Amina,';
  expect(html).toContain(greeting);
  expect(text).toContain(greeting);
});

test('the confirmation mail repeats no text of a member: its mailbox may be a stranger’s', () => {
  expect(rendered('confirmEmail')).toEqual(compose('confirmEmail', {}, envelope));
  const { email } = hostile;
  expect(rendered('correctEmail')).toEqual(compose('correctEmail', { email }, envelope));
});

/** Mails that contain text of a member. */
const named = names.filter((name) => !nameless.has(name));
test.each(named)('%s shows what a member wrote and runs nothing of it', (name) => {
  const { subject, html } = rendered(name);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
  expect(subject).not.toMatch(/[\r\n]/);
});
/** Text that mail programs turn into links, a second line for the subject, and text that changes direction. */
const luring = 'Gagnez https://evil.example/x ou www.evil.com\r\nBcc: x@evil.com\u202e\u2028tel:0612 mailto:b@evil.com';
const lured = Object.fromEntries(
  Object.entries(kind).map(([name, value]) => [
    name,
    ['email', 'until', 'search'].includes(name) ? value : `${value} ${luring}`,
  ]),
) as typeof hostile;

test.each(named)('%s makes no link, no second line and no change of direction from a member’s text', (name) => {
  const { subject, html, text } = rendered(name, lured);
  expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(/^Bonjour (.*),$/m.exec(text)?.[1]).toContain('Gagnez');
  const written = `${subject}\n${html}\n${text}`
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/https:\/\/envoyage\.example[^\s"'<]*/g, '');
  expect(written).not.toMatch(/evil\.(example|com)|:\/\/|www\.e|x@e|mailto:b|tel:0|\u202e|\u2028/);
});

test('the reason of a decision keeps its lines', () => {
  const { text, html } = rendered('profileRejected', { ...kind, reason: 'Flou\nÀ refaire' });
  expect(text).toContain('Motif : Flou\nÀ refaire');
  expect(html).toContain('Motif : Flou<br>À refaire');
});

test.each(names)('%s links only to the site', (name) => {
  const { html, text } = rendered(name, kind);
  const addresses = `${html}\n${text}`.match(/\bhttps?:\/\/[^\s"'<]+/g) ?? [];
  expect(addresses.filter((address) => !address.startsWith(`${site}/`))).toEqual([]);
});

test.each(names)('%s links to existing pages of the site', (name) => {
  const { text } = rendered(name, { ...kind, parcelId: 'p1', otherId: 'm1', tripId: 't1' });
  const pages = (text.match(/https?:\/\/\S+/g) ?? []).map((address) => findPage(new URL(address).pathname));
  expect(pages).not.toContain(undefined);
});

test.each(names)('%s shows its first words beside the subject, marked as French for screen readers', (name) => {
  const { html, subject } = rendered(name, kind);
  const [, preview = ''] = /<div style="display:none[^"]*" lang="fr">(.*?)<\/div>/.exec(html) ?? [];
  expect(preview.length).toBeGreaterThan(20);
  expect(preview).not.toBe(subject);
  expect(html).toContain('<div lang="fr" dir="ltr">');
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
});

test.each(names)('%s says the same in text: each paragraph, and the address of its button', (name) => {
  const { html, text } = rendered(name, kind);
  const plain = (part: string) => part.replaceAll(/<br>/g, '\n').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const paragraphs = [...html.matchAll(/<p>([^<]*(?:<br>[^<]*)*)<\/p>/gs)].map(([, part = '']) => plain(part));
  expect(paragraphs.length).toBeGreaterThanOrEqual(2);
  for (const paragraph of paragraphs) expect(text).toContain(paragraph);
  for (const [, address = ''] of html.matchAll(/href="([^"]+)"/g)) expect(text).toContain(plain(address));
});

test.each(names)('%s loads nothing from anywhere, and its button looks like one without style sheets', (name) => {
  const { html } = rendered(name, kind);
  expect(html).not.toMatch(/<(img|link|script|iframe|object)|@import|url\(/i);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html.match(/main a\{color:#\w+\}/g)).toHaveLength(2);
  for (const [button = ''] of html.matchAll(/<a href="[^"]*" style="[^"]*"/g))
    expect(button).toContain('background:#0B5A6B;color:#FFFFFF');
});

test.each(names)('%s speaks French', (name) => {
  const { subject, text } = rendered(name, kind);
  expect(`${subject}\n${text.replaceAll(/https?:\S+/g, '')}`).not.toMatch(
    /\b(the|you|your|please|click|here|account|password|link|hello|parcel|delivery|undefined|null)\b/i,
  );
});

test('no mail calls a delivery cancelled after the owner chose another carrier or released one', () => {
  for (const name of ['carrierReplaced', 'carrierReleased', 'carrierWithdrew'] as const) {
    const { subject, text } = rendered(name, kind);
    expect(`${subject}\n${text}`).not.toMatch(/annul/i);
  }
  expect(rendered('carrierReplaced', kind).subject).toBe('Confié à un autre voyageur : « Livres »');
  expect(rendered('carrierReplaced', kind).text).not.toMatch(/plus de transporteur/);
});

test('whoever lost a parcel is led to others on its route', () => {
  const search = '/find-parcels?fromCountry=FR&toCountry=DZ';
  for (const name of ['offerOver', 'carrierReplaced', 'carrierReleased'] as const) {
    const { text } = rendered(name, { ...kind, why: 'overtaken', isAuthor: 'yes', isTraveller: 'yes', search });
    expect(text).toMatch(/Trouver un colis sur ce trajet/);
    expect(text).toContain(search);
  }
});

test('an Arabic name does not change the direction of our sentence', () => {
  const { text, subject } = rendered('carrierChosen', { ...kind, otherName: 'ليلى بن علي', title: 'كتب' });
  expect(subject).toBe('On vous propose un colis : \u2068ليلى بن علي\u2069, 30 €, 3,5 kg');
  expect(text).toContain("Il s'agit de transporter « \u2068كتب\u2069 ».");
});

/** An inbox on a phone shows this much of a subject. */
const shownLetters = 38;
const arabic = 'ملابس شتوية للأطفال وهدايا للعائلة في وهران '.repeat(2).slice(0, 80);
const longTexts = { otherName: arabic, title: arabic, route: arabic, name: arabic, terms: arabic, offer: arabic };

/** The verdict of each mail, and where its facts decide it, of each case. */
const verdicts: Readonly<Record<MailName, string | readonly (readonly [Readonly<Record<string, string>>, string])[]>> =
  {
    confirmEmail: 'Confirmez votre adresse email',
    correctEmail: 'Confirmez votre nouvelle adresse email',
    resetPassword: 'Réinitialisez votre mot de passe',
    passwordChanged: 'Votre mot de passe a été modifié',
    profileApproved: 'Votre identité est vérifiée',
    profileRejected: "Refusées : votre pièce d'identité",
    nameApproved: 'Votre nouveau nom est accepté',
    nameRefused: 'Refusé : votre nouveau nom',
    profileBlocked: 'Votre compte est bloqué',
    profileUnblocked: 'Votre compte est débloqué',
    deletionRequested: 'Votre compte sera supprimé',
    accountDeleted: 'Votre compte est supprimé',
    archiveReady: 'Vos données sont prêtes',
    archiveFailed: "Échec : l'archive de vos données",
    contactMessage: '[CT-1] Mon compte',
    parcelApproved: [
      [{ isPaused: '' }, 'En ligne : « '],
      [{ isPaused: 'yes' }, 'Validé, mais en pause : « '],
    ],
    parcelRejected: [
      [{ wasListed: '' }, 'Refusé : « '],
      [{ wasListed: 'yes' }, 'Retiré de la recherche : « '],
    ],
    tripApproved: 'En ligne : votre trajet ',
    tripRejected: [
      [{ wasListed: '' }, 'Refusé : votre trajet '],
      [{ wasListed: 'yes' }, 'Retiré de la recherche : votre trajet'],
    ],
    parcelDeleted: 'Supprimé : « ',
    tripDeleted: 'Supprimé : votre trajet ',
    reviewDeleted: 'Supprimé : votre avis sur ',
    deliveryAccepted: 'Un voyageur se propose : ',
    carrierChosen: 'On vous propose un colis : ',
    offerMade: [
      [{ isChange: '' }, 'Prix proposé par '],
      [{ isChange: 'yes' }, 'Changement demandé par '],
    ],
    offerWithdrawn: [
      [{ isChange: '' }, 'Proposition retirée : « '],
      [{ isChange: 'yes' }, 'Changement retiré : « '],
    ],
    offerReminder: 'Dernières heures pour répondre : « ',
    offerOver: [
      [{ why: 'expired' }, 'Expirée : votre proposition pour « '],
      [{ why: 'declined' }, 'Refusée : votre proposition pour « '],
      [{ why: 'overtaken' }, 'Un autre accord a été conclu : votre pr'],
      [{ why: 'left', isAuthor: '' }, 'Plus disponible : la proposition pour '],
      [{ why: 'expired', isChange: 'yes' }, "Expiré : votre changement de l'accord p"],
      [{ why: 'declined', isChange: 'yes', isAuthor: '' }, "Refusé : le changement de l'accord pou"],
    ],
    handshakeDone: "C'est d'accord pour « ",
    tripChanged: 'Trajet modifié : ',
    tripCancelled: [
      [{ offered: '' }, 'Trajet annulé : « '],
      [{ offered: 'offer' }, 'Trajet annulé : « '],
    ],
    tripFull: [
      [{ offered: '', isTraveller: '' }, 'Plus assez de place : « '],
      [{ offered: 'offer', isTraveller: 'yes' }, 'Plus assez de place : « '],
      [{ offered: 'change', isTraveller: '' }, 'Plus assez de place : « '],
    ],
    tripFree: [
      [{ offered: '', isTraveller: '' }, 'De nouveau possible : « '],
      [{ offered: 'change', isTraveller: 'yes' }, 'De nouveau possible : « '],
    ],
    changeAgreed: 'Accord modifié : « ',
    agreementExpired: 'Expirée sans réponse : la proposition pour « ',
    agreementOverdue: 'Accord terminé : « ',
    deliveryLate: 'En retard : « ',
    receiptAsked: [
      [{ isReturn: '' }, 'À confirmer : « '],
      [{ isReturn: 'yes' }, 'À confirmer : « '],
    ],
    declarationClosed: [
      [{ isReturn: '' }, 'Livré : « '],
      [{ isReturn: 'yes' }, 'Rendu : « '],
    ],
    carrierReleased: [
      [{ isHalf: '' }, 'Vous ne transporterez pas « '],
      [{ isHalf: 'yes' }, 'Refusée : votre proposition pour « '],
    ],
    carrierReplaced: 'Confié à un autre voyageur : « ',
    carrierWithdrew: [
      [{ isHalf: '' }, 'Plus de transporteur pour « '],
      [{ isHalf: 'yes' }, 'Proposition retirée : « '],
      [{ isHalf: '', tripEnd: 'cancelled' }, 'Trajet annulé : plus de transporteur pour « '],
      [{ isHalf: 'yes', tripEnd: 'deleted' }, 'Trajet annulé : fin de la proposition pour « '],
    ],
    parcelCancelled: 'Colis annulé : « ',
    pickupValidated: 'Récupéré : « ',
    deliveryStarted: 'En cours de livraison : « ',
    deliveryValidated: 'Livré : « ',
    parcelReturned: "Retour à l'expéditeur : « ",
    receiptConfirmed: 'Arrivé : « ',
    returnConfirmed: 'Rendu : « ',
    problemReported: 'Problème signalé : « ',
    problemSettled: 'Problème résolu : « ',
    problemDecided: [
      [{ end: '' }, 'Sans suite : « '],
      [{ end: 'delivered' }, 'Livré : « '],
      [{ end: 'lost' }, 'Perdu : « '],
      [{ end: 'seized' }, 'Saisi par la douane : « '],
    ],
    parcelSettled: [
      [{ status: 'active' }, 'Transporteur retiré : « '],
      [{ status: 'returned' }, "Rendu à l'expéditeur : « "],
      [{ status: 'delivered' }, 'Livré : « '],
      [{ status: 'lost' }, 'Perdu : « '],
      [{ status: 'cancelled' }, 'Annulé : « '],
    ],
    unreadMessages: '2 nouveaux messages de ',
    receiptApproved: 'Votre abonnement est actif',
    receiptSent: 'Bien reçu : votre paiement',
    subscriptionWithdrawn: "C'est noté : vous renoncez à l'abonn",
    withdrawalLetter: 'Bien reçu : renoncer au contrat',
    receiptPaidBack: 'Remboursé : votre abonnement annuel',
    termsChanging: 'Nos conditions changent le',
    receiptRejected: 'Refusé : votre justificatif de paiement',
    subscriptionEnding: [
      [{ left: '7' }, 'Votre abonnement se termine bientôt'],
      [{ left: '-1' }, 'Votre abonnement a expiré'],
    ],
    subscriptionStarting: [
      [{ left: '7' }, 'Un abonnement sera nécessaire'],
      [{ left: '0' }, 'Un abonnement est nécessaire'],
    ],
    alertFound: 'Votre alerte : trajet de Paris',
    alertsFound: '2 annonces pour vos alertes',
    reportReceived: [
      [{ isObjection: '' }, 'Signalement enregistré : '],
      [{ isObjection: 'yes' }, 'Contestation enregistrée : '],
    ],
    reportDecided: [
      [{ outcome: 'dismissed' }, 'Sans suite : votre signalement '],
      [{ outcome: 'warned' }, 'Avertissement adressé : votre signalement'],
      [{ outcome: 'acted' }, 'Mesure prise : votre signalement '],
      [{ outcome: 'dismissed', isObjection: 'yes' }, 'Décision maintenue : votre contestation'],
      [{ outcome: 'acted', isObjection: 'yes' }, 'Décision annulée : votre contestation '],
      [{ isProblem: 'yes', outcome: 'dismissed', end: '' }, 'Sans suite : « '],
      [{ isProblem: 'yes', outcome: 'warned', end: '' }, 'Avertissement adressé : « '],
      [{ isProblem: 'yes', outcome: 'acted', end: 'lost' }, 'Perdu : « '],
    ],
    memberWarned: [
      [{}, 'Avertissement de notre équipe'],
      [{ isProblem: 'yes', end: '' }, 'Avertissement de notre équipe : « '],
    ],
    dangerReported: 'Danger signalé : ',
    dangersWaiting: 'Dangers signalés : 7',
    codeSpent: 'Code bloqué : « ',
    deliveryUndecided: "À décider : la suite d'une livraison",
    bankChanged: 'Compte bancaire modifié',
    administratorInvited: "Devenez administrateur d'Envoyage",
    administratorRights: [
      [{ change: 'active' }, 'Vous êtes administrateur'],
      [{ change: 'inactive' }, 'Suspendus : vos droits'],
      [{ change: 'deleted' }, "Vous n'êtes plus administrateur"],
    ],
    administratorsChanged: 'La liste des administrateurs a changé',
    secondFactorBegun: 'Configuration commencée : ',
    secondFactorLocked: 'Plusieurs codes incorrects',
    secondFactorReset: 'Réinitialisée : ',
    queuesLate: '2 demandes attendent trop longtemps',
  };
const verdictCases = names.flatMap((name) => {
  const verdict = verdicts[name];
  const cases = typeof verdict === 'string' ? [[{}, verdict] as const] : verdict;
  return cases.map(([facts, words]) => [name, words, facts] as const);
});

test('a cancelled trip is named with its day, and by a notice of an earlier release without it', () => {
  const textOf = (data: typeof kind) => compose('tripCancelled', data, envelope).text;
  expect(textOf(kind)).toContain('Le trajet en avion du 7 déc. 2026 de Karim est annulé.');
  const { trip: _later, ...earlier } = kind;
  expect(textOf(earlier as typeof kind)).toContain('Le trajet de Karim est annulé.');
});

test.each(verdictCases)('the subject of %s begins with « %s »', (name, words, facts) => {
  const { subject } = rendered(name, {
    ...kind,
    ...longTexts,
    ...(name === 'alertFound' ? { title: kind.title0 } : {}),
    ...facts,
  });
  const shown = subject.replaceAll(/\p{Cf}/gu, '').slice(0, shownLetters);
  expect(shown.startsWith(words.slice(0, shownLetters))).toBe(true);
});

/** The longer words of a text, without what members typed. */
const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

test.each(verdictCases)('the first sentence of %s (« %s ») adds to the subject', (name, _, facts) => {
  const { subject, html } = rendered(name, { ...kind, ...facts });
  const [, preview = ''] = /mso-hide:all" lang="fr">(.*?)(?:&nbsp;|<)/.exec(html) ?? [];
  const known = new Set(wordsIn(subject));
  const words = wordsIn(preview.replaceAll('&#39;', "'"));
  expect(words.filter((word) => known.has(word)).length).toBeLessThan(Math.max(1, words.length / 2));
});

test.each(['deliveryAccepted', 'carrierChosen', 'offerMade', 'offerReminder', 'tripFree'] as const)(
  '%s says until when its reader may answer',
  (name) => {
    const { text } = rendered(name, { ...kind, until: '2026-12-12T14:05:00.000Z' });
    expect(text).toContain(`Vous avez jusqu'au ${algiersMoment('2026-12-12T14:05:00.000Z')} pour répondre.`);
  },
);

test('a change that the pickup ended tells so, and a proposition that its listing has changed', () => {
  const textOf = (isChange: string) =>
    rendered('offerOver', { ...kind, why: 'closed', isAuthor: 'yes', isChange }).text;
  expect(textOf('yes')).toMatch(/Le colis a été récupéré entre-temps\.\s+Votre accord reste comme il est\./);
  expect(textOf('')).toContain("L'annonce a changé.");
});

test('no member was late to answer what could not be accepted', () => {
  const textOf = (isChange: string, isAuthor: string) =>
    rendered('offerOver', { ...kind, why: 'expired', isAuthor, isChange, isStuck: 'yes' }).text;
  for (const isAuthor of ['', 'yes']) {
    expect(textOf('yes', isAuthor)).toContain('Le changement proposé a expiré.');
    expect(textOf('', isAuthor)).toContain('La proposition a expiré.');
    expect(textOf('yes', isAuthor)).not.toContain('à temps');
  }
});

test('after silence both read until when a problem is reported', () => {
  const until = '2026-12-12T14:05:00.000Z';
  const textOf = (facts: { isReturn: string; until: string }) =>
    rendered('declarationClosed', { ...kind, ...facts }).text;
  for (const isReturn of ['', 'yes'])
    expect(textOf({ isReturn, until })).toContain(`Un problème se signale jusqu'au ${algiersMoment(until)}.`);
  expect(textOf({ isReturn: '', until: '' })).not.toContain('se signale');
});

test.each(['receiptConfirmed', 'returnConfirmed', 'deliveryValidated'] as const)(
  '%s tells that it ends a problem, where it does',
  (name) => {
    const textOf = (facts: { endsProblem: string }) => rendered(name, { ...kind, ...facts }).text;
    expect(textOf({ endsProblem: 'yes' })).toContain('Le problème signalé est terminé.');
    expect(textOf({ endsProblem: '' })).not.toContain('Le problème signalé');
  },
);

test('a note is asked of the member who has not given one', () => {
  const textOf = (isRated?: string) =>
    rendered('deliveryValidated', { ...kind, ...(isRated === undefined ? {} : { isRated }) }).text;
  for (const text of [textOf(), textOf('')]) expect(text).toMatch(/Donnez-lui une note[^]*Noter /);
  expect(textOf('yes')).not.toMatch(/note|Noter/);
});

test.each([
  ['yes', "S'il est arrivé, dites-le ; sinon, demandez à Karim ce qui se passe, ou signalez un problème."],
  ['', 'Livrez le colis, ou dites à Karim ce qui se passe.'],
])('a delay tells each of the two what they can do (owner: « %s »)', (isOwner, sentence) => {
  const { subject, text } = rendered('deliveryLate', { ...kind, title: arabic, isOwner });
  expect(subject.replaceAll(/\p{Cf}/gu, '')).toBe(`En retard : « ${arabic} »`);
  expect(text.replaceAll(/\p{Cf}/gu, '')).toContain(sentence);
  expect(text).toContain('/delivery/');
});

test.each([
  ['yes', '/my-parcels'],
  ['', '/find-parcels'],
])('an agreement without a pickup leads the owner to their parcels, the traveller to others', (isOwner, path) => {
  const { subject, text } = rendered('agreementOverdue', { ...kind, title: arabic, isOwner });
  expect(subject.replaceAll(/\p{Cf}/gu, '')).toBe(`Accord terminé : « ${arabic} »`);
  expect(text).toContain("La date est passée et le colis n'a pas été récupéré.");
  expect(text).toContain(path);
});

test('a trip that moves leaves an agreement valid, and is no agreement before the owner has said yes', () => {
  const agreed = rendered('tripChanged', { ...kind, answers: '' }).text;
  expect(agreed).toContain("L'accord reste valable");
  expect(agreed).toContain('/delivery/');
  const proposed = rendered('tripChanged', { ...kind, answers: 'owner' }).text;
  expect(proposed).toContain(
    'La proposition pour votre colis « Livres » a changé : Karim voyage maintenant le 13 déc. 2026, en avion, et non plus le 7 déc. 2026, en avion.',
  );
  expect(proposed).toContain('avant de répondre');
  expect(proposed).toContain('/messages/');
  expect(proposed).not.toContain('reste valable');
});

test('a subject stays one line', () => {
  const { subject } = rendered('parcelApproved', { ...kind, title: 'Livres\r\nBcc: autre@example.org' });
  expect(subject).toBe('En ligne : « Livres Bcc: autre@\u200bexample.\u200borg »');
});

test('hours, amounts and days stay as they were written, and no address becomes a link', () => {
  const { subject } = rendered('parcelApproved', { ...kind, title: 'Le 12/12 à 10:30, 12.50 € sur www.evil.com' });
  expect(subject).toContain('Le 12/12 à 10:30, 12.50 € sur www.\u200bevil.\u200bcom');
});

test('secrets travel in the fragment of their link', () => {
  expect(rendered('confirmEmail', kind).text).toContain(
    `${site}/confirm-email-success?email=amina%2Bcolis%40example.org#token=${envelope.token}`,
  );
  expect(rendered('correctEmail', kind).text).toContain(`${site}/profile?tab=settings&address=${envelope.token}`);
  expect(rendered('resetPassword', kind).text).toContain(
    `${site}/reset-password#type=recovery&token=${envelope.token}`,
  );
});

test('only mails that can be turned off say where to do it', () => {
  expect(rendered('deliveryAccepted', kind).text).toContain(`${site}/profile`);
  expect(rendered('passwordChanged', kind).text).not.toContain(`${site}/profile`);
});

test('administrators read how many of each queue are late, and nothing of queues that are not', () => {
  const facts = {
    firstName: 'Karim',
    count: '4',
    ...lateFacts('', ''),
    profileCount: '3',
    profileAge: '12 jours',
    receiptCount: '1',
    receiptAge: '25 h',
    refundCount: '2',
    refundAge: '9 jours',
  };
  const { subject, text } = compose('queuesLate', facts, envelope);
  expect(subject).toBe('4 demandes attendent trop longtemps');
  expect(text).toContain('Profils : 3 en retard, le plus ancien attend depuis 12 jours (promis sous 24 à 48 heures).');
  expect(text).toContain('Paiements : 1 en retard, le plus ancien attend depuis 25 h (promis sous 24 heures ouvrées).');
  expect(text).toContain('Remboursements : 2 à faire, le plus ancien attend depuis 9 jours (la loi donne 14 jours).');
  expect(text).not.toMatch(/Trajets|Colis/);
  expect(text).toContain('/admin');
  expect(compose('queuesLate', { ...facts, count: '1' }, envelope).subject).toBe('Une demande attend trop longtemps');
});

test('a mail with a link to stop such mails shows it in its foot, after the choice of mails', () => {
  const stopUrl = `${site}/stop?token=0a51f5b0-92e1-4f4c-a5a5-6b1c8b2a3d4e.${'A'.repeat(22)}`;
  const listing = { firstName: 'Amina', title: 'Livres', parcelId: 'p1' };
  const mail = compose('parcelApproved', listing, { ...envelope, stopUrl });
  expect(mail.text.split('\n\n').at(-1)).toBe(`Ne plus recevoir ces emails : ${stopUrl}`);
  expect(mail.html).toContain(`<p><a href="${stopUrl}">Ne plus recevoir ces emails</a></p>\n</footer>`);
  expect(compose('parcelApproved', listing, envelope).text).not.toContain('Ne plus recevoir');
});

const rejection = { firstName: 'Amina', title: 'Livres', parcelId: 'p1', reason: 'Photo floue' };
const objection = `parcel.p1.m1.${'A'.repeat(22)}`;
test.each([
  ['report', 'après un signalement'],
  ['check', "lors d'un contrôle"],
  ['objection', 'après une contestation'],
] as const)('a mail about a restriction after a %s says who decided and how to disagree', (origin, cause) => {
  const { html, text } = compose(
    'parcelRejected',
    { ...rejection, origin, about: 'parcel.p1' },
    { ...envelope, objection },
  );
  const url = `${site}/contact?topic=decision#token=${objection}`;
  expect(text).toContain(
    `Une personne de notre équipe a pris cette décision, ${cause}. Elle est sans limite de durée.`,
  );
  expect(text).toContain(
    `Vous n'êtes pas d'accord ? Vous pouvez la contester gratuitement pendant six mois, ou saisir la justice.\nContester cette décision : ${url}`,
  );
  expect(html).toContain(`<a href="${url}">Contester cette décision</a>`);
});

test('the answer to an objection has a link to contest this answer', () => {
  const facts = { email: 'a@b.fr', reference: 'SG-1', outcome: 'dismissed', reason: 'Relu', isObjection: 'true' };
  const { text } = compose(
    'reportDecided',
    { ...facts, origin: 'objection', about: 'report.r1' },
    { ...envelope, objection },
  );
  expect(text).toContain(`Contester cette réponse : ${site}/contact?topic=decision#token=${objection}`);
  expect(text).not.toContain('Contester cette décision');
});

test('a restriction of a release without these facts, and one by the night, say neither', () => {
  expect(compose('parcelRejected', rejection, envelope).text).not.toMatch(/personne de notre équipe|contester/i);
});

/** An ordinary space where a line may not break. */
const loose = / [:;?!»](?![\p{L}\p{N}])|« /u;

test.each(names)('%s holds its signs to their words', (name) => {
  const { subject, html, text } = composeMail(name, hostile, { site, email: 'amel@example.com' });
  expect([subject, html, text].filter((part) => loose.test(part))).toEqual([]);
});

test('a refusal names the chapter of the terms that was broken, and none for a reason that breaks none', () => {
  const decided = { ...kind, origin: 'check', about: 'parcel.p1@l1' };
  expect(compose('parcelRejected', { ...decided, termId: 'interdits' }, envelope).text).toContain(
    "Règle appliquée : conditions générales, chapitre 4, « Ce qu'il est interdit d'envoyer ».",
  );
  expect(compose('parcelRejected', decided, envelope).text).not.toContain('Règle appliquée');
});
