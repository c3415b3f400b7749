import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ContactPage } from '#web/routes/site/contact-page.tsx';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer le message' }));
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const open = (at = '/contact') => renderPage(<ContactPage />, { at });

async function write() {
  await userEvent.type(field(/^Nom/), 'Amina Benali');
  await userEvent.type(field(/^Email/), 'amina@example.org');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Sujet/ }), 'delivery');
  await userEvent.type(field(/^Message/), 'Mon colis tarde.');
}

test('an empty message is refused in French, field by field, and nothing is sent', async () => {
  const calls = fakeApi({});
  open();
  await send();
  for (const name of [
    'Nom : Le nom est requis',
    'Email : Email invalide',
    'Sujet : Choisissez un sujet',
    'Message : Écrivez votre message',
  ])
    expect(await screen.findByRole('link', { name })).toBeVisible();
  expect(calls).toEqual([]);
});

test('a message that arrived gets its reference, and another may follow', async () => {
  const calls = fakeApi({ contactUs: () => ({ reference: 'C-7F3A' }) });
  open('/contact?parcel=3f0c9a12');
  await write();
  await send();
  expect(await screen.findByRole('heading', { name: 'Votre message est envoyé' })).toHaveFocus();
  expect(screen.getByText('C-7F3A')).toBeVisible();
  expect(screen.getByText('amina@example.org')).toBeVisible();
  expect(calls).toMatchObject([
    {
      row: 'contactUs',
      key: expect.any(String),
      body: {
        name: 'Amina Benali',
        email: 'amina@example.org',
        topic: 'delivery',
        message: 'Mon colis tarde.',
        parcelNumber: '3f0c9a12',
      },
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Écrire un autre message' }));
  expect(field(/^Message/)).toHaveValue('');
});

test('what is typed stays when the page is left and opened again, until it has arrived', async () => {
  fakeApi({ contactUs: () => ({ reference: 'C-2' }) });
  open();
  await write();
  cleanup();
  open();
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  expect(field(/^Nom/)).toHaveValue('Amina Benali');
  expect(screen.getByRole('combobox', { name: /^Sujet/ })).toHaveValue('delivery');
  await send();
  await screen.findByText('C-2');
  cleanup();
  open();
  expect(field(/^Message/)).toHaveValue('');
});

test('what a visitor has typed stays when they sign in, and their account fills what they left empty', async () => {
  fakeApi({});
  open();
  await userEvent.type(field(/^Message/), 'Mon colis tarde.');
  cleanup();
  renderPage(<ContactPage />, { at: '/contact', me: aMe() });
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  expect(field(/^Email/)).toHaveValue(aMe().email);
});

test('a draft that cannot be read opens an empty form', () => {
  fakeApi({});
  sessionStorage.setItem('envoyage.message.contact', '{broken');
  open();
  expect(field(/^Message/)).toHaveValue('');
});

test('a number of a parcel is not needed', async () => {
  const calls = fakeApi({ contactUs: () => ({ reference: 'C-1' }) });
  open();
  await write();
  await send();
  await screen.findByText('C-1');
  expect(calls[0]?.body).not.toHaveProperty('parcelNumber');
});

test('a refusal keeps the text, and the same text sent again is the same act', async () => {
  const calls = fakeApi({ contactUs: () => refusal('TOO_MANY', 'Trop de messages. Réessayez plus tard.') });
  open();
  await write();
  await send();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent('Trop de messages');
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  await send();
  expect(calls).toHaveLength(2);
  expect(calls[1]?.key).toBe(calls[0]?.key);
});

test('a member finds their name and address already there', () => {
  renderPage(<ContactPage />, { at: '/contact', me: aMe() });
  expect(field(/^Nom/)).toHaveValue('Amina Benali');
  expect(field(/^Email/)).toHaveValue('amina@example.org');
});

test('whoever is blocked can still write', () => {
  renderPage(<ContactPage />, { at: '/contact', session: { status: 'member', blocked: { status: 'blocked' } } });
  expect(field(/^Message/)).toBeVisible();
});

const parcelId = '3f0c9a12-0000-4000-8000-000000000001';
const told = () => userEvent.type(field(/^Expliquez en quelques mots/), 'Il demande un coupon');
const sendReport = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer le signalement' }));

test('a visitor reports a listing in place of the contact form, and gets a number', async () => {
  const calls = fakeApi({ reportAsVisitor: () => ({ reference: 'SG-1A2B3C4D' }) });
  open(`/contact?topic=report&kind=parcel&id=${parcelId}`);
  expect(await screen.findByRole('heading', { name: 'Signaler cette annonce' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /^Sujet/ })).not.toBeInTheDocument();
  expect(screen.getAllByRole('radio')).toHaveLength(7);
  await userEvent.click(screen.getByRole('radio', { name: /^Escroquerie/ }));
  await told();
  await userEvent.type(field(/^Email/), 'nadia@example.org');
  await sendReport();
  expect(await screen.findByRole('heading', { name: 'Votre signalement est enregistré' })).toHaveFocus();
  expect(screen.getByText('SG-1A2B3C4D')).toBeVisible();
  expect(screen.getByText('Merci. Nous vous répondons par email sous 48 heures.')).toBeVisible();
  const sent = calls.filter(({ row }) => row === 'reportAsVisitor');
  expect(sent).toMatchObject([
    {
      row: 'reportAsVisitor',
      key: expect.any(String),
      body: {
        about: { kind: 'parcel', id: parcelId },
        reason: 'scam',
        text: 'Il demande un coupon',
        email: 'nadia@example.org',
      },
    },
  ]);
  expect(sent[0]?.body).not.toHaveProperty('name');
});

test('a report without an address says that nobody can be answered; without words it is not sent', async () => {
  const calls = fakeApi({ reportAsVisitor: () => ({ reference: 'SG-1' }) });
  open('/contact?topic=report');
  expect(await screen.findByRole('heading', { name: 'Signaler un contenu' })).toBeVisible();
  await sendReport();
  expect(await screen.findByRole('link', { name: /^Que se passe-t-il \? : Choisissez/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Expliquez en quelques mots : Ajoutez une explication' })).toBeVisible();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /^Danger immédiat/ }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    "Appelez d'abord la police. En France : 17 ou 112 (114 par SMS). En Algérie : 1548 ou 17 (police), 1055 (gendarmerie).",
  );
  await told();
  await sendReport();
  expect(await screen.findByText("Merci. Une personne de notre équipe l'examine sous 48 heures.")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ about: { kind: 'page' }, reason: 'danger' });
});

test('a refused report keeps what was typed', async () => {
  fakeApi({ reportAsVisitor: () => refusal('NOT_FOUND', "Cette annonce n'est plus disponible.") });
  open(`/contact?topic=report&kind=trip&id=${parcelId}`);
  await userEvent.click(await screen.findByRole('radio', { name: /^Autre problème/ }));
  await told();
  await sendReport();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent('plus disponible');
  expect(field(/^Expliquez/)).toHaveValue('Il demande un coupon');
});

const token = `parcel.p1@l1.m1.${'A'.repeat(22)}`;
const object = async (words = "C'est un cadeau") => {
  await userEvent.type(await screen.findByRole('textbox', { name: /^Pourquoi cette décision/ }), words);
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }));
};

test('the link of a mail contests a decision', async () => {
  const calls = fakeApi({ reportAsVisitor: () => ({ reference: 'SG-5' }) });
  open(`/contact?topic=decision#token=${token}`);
  expect(await screen.findByRole('heading', { name: 'Contester une décision' })).toBeVisible();
  await object();
  expect(await screen.findByRole('heading', { name: 'Votre demande est enregistrée' })).toHaveFocus();
  expect(screen.getByText('Nous relisons la décision. Vous recevrez la réponse par email.')).toBeVisible();
  const sent = calls.filter(({ row }) => row === 'reportAsVisitor');
  expect(sent).toMatchObject([{ body: { about: { kind: 'decision', token }, text: "C'est un cadeau" } }]);
});

test.each([
  [`?topic=report&kind=parcel&id=${parcelId}`, { kind: 'parcel', id: parcelId }],
  [`?topic=decision#token=${token}`, { kind: 'decision', token }],
])('the form names what it is about: %s', async (query, about) => {
  const calls = fakeApi({
    readReported: () => ({
      lines: [
        { label: 'Annonce', text: 'Livres' },
        { label: 'Trajet', text: 'de Paris à Alger' },
      ],
    }),
  });
  open(`/contact${query}`);
  expect(await screen.findByText('Livres')).toBeVisible();
  expect(screen.getByText('de Paris à Alger')).toBeVisible();
  expect(calls).toMatchObject([{ row: 'readReported', body: { about } }]);
});

test('a page is named by its address, and a listing that is gone is told before anything is typed', async () => {
  const gone = "Cette annonce n'est plus disponible.";
  const calls = fakeApi({ readReported: () => refusal('NOT_FOUND', gone) });
  open('/contact?topic=report&kind=page&id=%2Fcolis%2Fparis-alger');
  expect(await screen.findByText('/colis/paris-alger')).toBeVisible();
  expect(calls).toEqual([]);
  cleanup();
  open(`/contact?topic=report&kind=trip&id=${parcelId}`);
  expect(await screen.findByText(gone)).toBeVisible();
});

test('a link that is not valid any more says so, beside the words', async () => {
  const gone = "Ce lien n'est plus valable : une décision se conteste pendant six mois.";
  fakeApi({ reportAsVisitor: () => refusal('INVALID_LINK', gone) });
  open(`/contact?topic=decision#token=${token}`);
  await object();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(gone);
  expect(screen.getByRole('textbox', { name: /^Pourquoi/ })).toHaveValue("C'est un cadeau");
});

test('a decision that is annulled or replaced asks for no words', async () => {
  const over = "Cette décision est déjà annulée ou remplacée par une autre : il n'y a plus rien à contester.";
  fakeApi({ readReported: () => refusal('INVALID_LINK', over) });
  open(`/contact?topic=decision#token=${token}`);
  expect(await screen.findByText(over)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each(['', '#token=', '#token=parcel.p1@l1.m1.AAAA'])(
  'a link that is cut says so before anything is typed: %s',
  async (hash) => {
    fakeApi({});
    open(`/contact?topic=decision${hash}`);
    expect(await screen.findByText(/^Ce lien est incomplet/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  },
);

test('the secret of a link leaves the address bar, and its form stays', async () => {
  fakeApi({});
  const place = open(`/contact?topic=decision#token=${token}`);
  expect(await screen.findByRole('textbox', { name: /^Pourquoi cette décision/ })).toBeVisible();
  await waitFor(() => expect(place.url).toBe('/contact?topic=decision'));
  // As after a reload: the entry of the history has the token.
  cleanup();
  renderPage(<ContactPage />, { at: place.url, state: place.state });
  expect(await screen.findByRole('textbox', { name: /^Pourquoi cette décision/ })).toBeVisible();
});

test('each decision has a draft of its own, and so has each reported thing', async () => {
  fakeApi({});
  open(`/contact?topic=decision#token=${token}`);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Pourquoi cette décision/ }), 'Cadeau');
  cleanup();
  open(`/contact?topic=decision#token=${token.replace('p1', 'p2')}`);
  expect(await screen.findByRole('textbox', { name: /^Pourquoi cette décision/ })).toHaveValue('');
  cleanup();
  open(`/contact?topic=report&kind=parcel&id=${parcelId}`);
  await screen.findByRole('heading', { name: 'Signaler cette annonce' });
  await told();
  cleanup();
  open(`/contact?topic=report&kind=trip&id=${parcelId.replace('1', '2')}`);
  await screen.findByRole('heading', { name: 'Signaler cette annonce' });
  expect(field(/^Expliquez/)).toHaveValue('');
});

test.each([
  ['', 'reportPage', { body: { reason: 'scam', text: 'Il demande un coupon' } }],
  ['&kind=page&id=%2Fcolis%2Fparis-alger', 'reportPage', { body: { page: '/colis/paris-alger' } }],
  [`&kind=parcel&id=${parcelId}`, 'reportParcel', { params: { parcelId } }],
  [`&kind=trip&id=${parcelId}`, 'reportTrip', { params: { tripId: parcelId } }],
] as const)('a member reports in their own name, and gives no address: %s', async (query, row, sent) => {
  const answer = () => ({ reference: 'SG-9' });
  const calls = fakeApi({ reportPage: answer, reportParcel: answer, reportTrip: answer });
  renderPage(<ContactPage />, { at: `/contact?topic=report${query}`, me: aMe() });
  await userEvent.click(await screen.findByRole('radio', { name: /^Escroquerie/ }));
  expect(screen.queryByRole('textbox', { name: /^Email/ })).toBeNull();
  await told();
  await sendReport();
  expect(await screen.findByText('Merci. Nous vous répondons par email sous 48 heures.')).toBeVisible();
  expect(calls.find(({ row: asked }) => asked !== 'readReported')).toMatchObject({ row, ...sent });
});

test('after a report, « Signaler un contenu » of the footer starts another one', async () => {
  fakeApi({ reportAsVisitor: () => ({ reference: 'SG-7' }) });
  const footer = (
    <Link key="footer" to="/contact?topic=report">
      Signaler un contenu
    </Link>
  );
  renderPage([footer, <ContactPage key="page" />], { at: '/contact?topic=report' });
  await userEvent.click(await screen.findByRole('radio', { name: /^Escroquerie/ }));
  await told();
  await sendReport();
  await screen.findByText('SG-7');
  await userEvent.click(screen.getByRole('link', { name: 'Signaler un contenu' }));
  expect(await screen.findByRole('heading', { name: 'Signaler un contenu' })).toBeVisible();
  expect(field(/^Expliquez/)).toHaveValue('');
});
