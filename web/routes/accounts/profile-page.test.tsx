import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aMember, anUpload, aReview, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { endSession } from '#web/lib/session/auth.ts';
import { ProfilePage } from '#web/routes/accounts/profile-page.tsx';

/** Cognito, which Amplify would ask over SRP. */
const signIn = vi.hoisted(() => vi.fn<(kind: string, email: string, password: string) => Promise<string>>());
vi.mock('#web/lib/session/cognito-sign-in.ts', () => ({ signIn }));
afterEach(() => {
  signIn.mockReset();
  endSession();
});

const others = {
  readMember: () => new Refusal('NOT_FOUND'),
  memberReviews: () => ({ items: [] }),
  myFriends: () => ({ items: [] }),
  myBlocks: () => ({ items: [] }),
};
const visitProfile = (answers: Answers, { at = '/profile', me = karim }: Visit = {}) => {
  const asked = fakeApi({ ...others, ...answers });
  renderPage(<ProfilePage />, { at, me });
  return asked;
};
interface Visit {
  at?: string;
  me?: Me;
}
const settings = { at: '/profile?tab=settings' };
const changed = (body: unknown): Me => ({ ...karim, ...(body as Partial<Me>), version: 2 });

test('a blocked member reads that their profile is closed to them, with a link to contact us', () => {
  fakeApi({});
  renderPage(<ProfilePage />, { at: '/profile', session: { status: 'member', blocked: { status: 'blocked' } } });
  expect(screen.getByText("Votre compte est bloqué : votre profil n'est plus accessible.")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact');
});

test('my profile says who I am; only administrators see « Panel Admin »', () => {
  visitProfile({});
  expect(screen.getByRole('heading', { level: 1, name: 'Karim Haddad' })).toBeVisible();
  // 1 January at 0:00 in London is December in Montreal, where tests run.
  expect(screen.getByText('Membre depuis décembre 2025')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Panel Admin' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

const dates = { emailConfirmedAt: '2026-01-03T10:00:00.000Z', verifiedAt: '2026-02-01T10:00:00.000Z' };

test('what was checked and when, what I did and what others say is open, not folded', async () => {
  const asked = visitProfile(
    {
      readMember: () =>
        aMember({ id: 'karim', parcelCount: 0, tripCount: 3, carriedCount: 5, reviewCount: 1, rating: 5 }),
      memberReviews: () => ({ items: [aReview({ comment: 'Très ponctuel' })] }),
      myFriends: () => ({ items: [aCard()] }),
    },
    { me: { ...karim, status: 'approved', ...dates } },
  );
  const checks = within(screen.getByRole('region', { name: 'Vérification' })).getAllByRole('listitem');
  expect(checks.map(({ textContent }) => textContent)).toEqual([
    'Email Confirmé le 3\u00a0janv.\u00a02026',
    'Téléphone Renseigné',
    "Pièce d'identité Vérifiée le 1er\u00a0févr.\u00a02026",
    'Photo de visage Vérifiée le 1er\u00a0févr.\u00a02026',
  ]);
  expect(screen.getByText('Identité vérifiée le 1er févr. 2026')).toBeVisible();
  expect(await screen.findByText('Très ponctuel')).toBeVisible();
  expect(screen.getByText('Livraisons effectuées').closest('div')).toHaveTextContent('5');
  expect(screen.getByText('Colis expédiés').closest('div')).toHaveTextContent('0');
  expect(await screen.findByRole('link', { name: 'Écrire à Amel Benali' })).toBeVisible();
  expect(asked.map(({ row }) => row).sort()).toEqual(['memberReviews', 'myFriends', 'readMember']);
});

test('an administrator goes on to the panel', () => {
  visitProfile({}, { me: { ...karim, isAdmin: true } });
  expect(screen.getByRole('link', { name: 'Panel Admin' })).toHaveAttribute('href', '/admin');
});

const unverified: Me = { ...karim, status: 'pending' };
/** The form loads with the press. */
const openForm = async (opener: string) => {
  await userEvent.click(screen.getByRole('button', { name: opener }));
  await screen.findByRole('textbox', { name: /^Nom/ });
};
const edit = () => openForm('Modifier le profil');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const lastName = () => screen.getByRole('textbox', { name: /^Nom/ });
const aDocument = () => new File(['%PDF-1.4\n%%EOF'], 'passeport.pdf', { type: 'application/pdf' });
const waiting = { firstName: 'Karim', lastName: 'Haddadi', at: '2026-11-20T10:00:00.000Z' };

test('the profile is changed in its form, at the version that I saw, and shown again', async () => {
  const asked = visitProfile({ updateMyProfile: ({ body }) => changed(body) }, { me: unverified });
  await edit();
  const first = screen.getByRole('textbox', { name: /Prénom/ });
  expect(first).toHaveFocus();
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveAttribute('readonly');
  await userEvent.clear(first);
  await save();
  expect((await screen.findAllByText('Le prénom est requis'))[0]).toBeVisible();
  await userEvent.type(first, ' Kamel ');
  await save();
  expect(await screen.findByText('Profil mis à jour')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Modifier le profil' })).toHaveFocus();
  const sent = asked.find(({ method }) => method === 'PATCH');
  expect(sent?.body).toEqual({ firstName: 'Kamel', lastName: 'Haddad', phone: '+33612345678' });
  expect(sent?.version).toBe(1);
});

test('while mails do not reach the address, the form says where it can be corrected', async () => {
  const mailRefused = { since: '2026-11-20T10:00:00.000Z', why: 'bounce' } as const;
  visitProfile({}, { me: { ...unverified, mailRefused } });
  await edit();
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveAccessibleDescription(/corrigez-la dans l'onglet/);
});

test('a change that fails stays in the form', async () => {
  visitProfile({ updateMyProfile: () => new Refusal('FAULT') }, { me: unverified });
  await edit();
  await userEvent.type(lastName(), 'i');
  await save();
  const sentence = 'Une erreur est survenue lors de la mise à jour du profil';
  expect((await screen.findAllByText(sentence))[0]).toBeVisible();
  expect(lastName()).toHaveValue('Haddadi');
});

test('a verified member changes the telephone alone, whatever the name looks like', async () => {
  const asked = visitProfile(
    { updateMyProfile: ({ body }) => changed(body) },
    { me: { ...karim, lastName: 'H4ddad' } },
  );
  await edit();
  await userEvent.type(screen.getByRole('textbox', { name: /Téléphone/ }), '{Backspace}9');
  await save();
  expect(await screen.findByText('Profil mis à jour')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ phone: '+33612345679' });
});

test('a new name of a verified member asks for the document, is sent with it and then waits', async () => {
  const files = fakeStorage();
  const asked = visitProfile({
    requestDocumentUpload: () => anUpload(),
    proposeName: () => ({ ...karim, newName: waiting, version: 2 }),
  });
  await edit();
  expect(screen.queryByLabelText(/Pièce d'identité au nouveau nom/)).toBeNull();
  await userEvent.type(lastName(), 'i');
  expect(await screen.findByText(/Les autres membres continuent de voir ce nom/)).toBeVisible();
  await save();
  expect(await screen.findByText("Veuillez fournir une pièce d'identité")).toBeVisible();
  await userEvent.upload(screen.getByLabelText(/Pièce d'identité au nouveau nom/), aDocument());
  await screen.findByText('passeport.pdf');
  await save();
  expect(await screen.findByText('Nouveau nom envoyé')).toBeVisible();
  expect(files.map(({ name }) => name)).toEqual(['passeport.pdf']);
  const sent = asked.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ row, body }) => [row, body])).toEqual([
    ['requestDocumentUpload', expect.objectContaining({ kind: 'id_document', contentType: 'application/pdf' })],
    ['proposeName', { firstName: 'Karim', lastName: 'Haddadi', idDocument: anUpload().uploadId }],
  ]);
});

test('a name that waits is corrected without another document, or taken back after a question', async () => {
  const asked = visitProfile(
    {
      proposeName: ({ body }) => ({ ...karim, newName: { ...waiting, ...(body as object) }, version: 3 }),
      withdrawName: () => ({ ...karim, version: 4 }),
    },
    { me: { ...karim, newName: waiting } },
  );
  await openForm('Corriger le nouveau nom');
  expect(lastName()).toHaveValue('Haddadi');
  await userEvent.type(lastName(), 'ne');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Retirer la demande' }));
  const question = screen.getByRole('alertdialog', { name: 'Retirer votre demande ?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Retirer la demande' }));
  expect(await screen.findByText('Demande retirée')).toBeVisible();
  const sent = asked.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { firstName: 'Karim', lastName: 'Haddadine' }],
    ['DELETE', undefined],
  ]);
});

test('a refused name says why, and how to try again', async () => {
  const refusedName = { firstName: 'Karim', lastName: 'Haddadi', reason: 'Le document est flou.' };
  const asked = visitProfile({ withdrawName: () => ({ ...karim, version: 2 }) }, { me: { ...karim, refusedName } });
  expect(screen.getByText("Votre nouveau nom n'a pas été accepté")).toBeVisible();
  expect(screen.getByText('Le document est flou.')).toBeVisible();
  await openForm('Proposer à nouveau');
  expect(lastName()).toHaveValue('Haddadi');
  expect(screen.getByLabelText(/Pièce d'identité au nouveau nom/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click(screen.getByRole('button', { name: "J'ai compris" }));
  await waitFor(() => expect(asked.map(({ method }) => method)).toContain('DELETE'));
});

test('what was changed in the profile is there again after a reload, until it is saved or given up', async () => {
  visitProfile({});
  await edit();
  await userEvent.type(screen.getByRole('textbox', { name: /Prénom/ }), 'x');
  cleanup();
  visitProfile({});
  await edit();
  expect(screen.getByText('Vos modifications non enregistrées ont été reprises.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Prénom/ })).toHaveValue('Karimx');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click(screen.getByRole('button', { name: 'Abandonner les modifications' }));
  await edit();
  expect(screen.getByRole('textbox', { name: /Prénom/ })).toHaveValue('Karim');
});

test('Escape leaves the form at once when nothing was typed, and asks first otherwise', async () => {
  visitProfile({});
  await edit();
  await userEvent.keyboard('{Escape}');
  await edit();
  await userEvent.type(screen.getByRole('textbox', { name: /Prénom/ }), 'x');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Abandonner vos modifications ?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Abandonner les modifications' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Karim Haddad');
});

test('a switch is saved at once and says so', async () => {
  const asked = visitProfile(
    { updateMySettings: ({ body }) => ({ ...karim, settings: { ...karim.settings, ...body }, version: 2 }) },
    settings,
  );
  const phone = await screen.findByRole('switch', { name: 'Afficher mon téléphone publiquement' });
  expect(phone).not.toBeChecked();
  await userEvent.click(phone);
  expect(await screen.findByText('Enregistré')).toBeVisible();
  expect(phone).toBeChecked();
  await userEvent.click(screen.getByRole('switch', { name: 'Recevoir les notifications par email' }));
  await waitFor(() => expect(screen.getAllByText('Enregistré')).toHaveLength(2));
  const sent = asked.filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ body }) => body)).toEqual([
    { phonePublic: true, emailNotifications: true, messageNotices: true, messageSound: true },
    { phonePublic: true, emailNotifications: false, messageNotices: true, messageSound: true },
  ]);
});

test('each group of notices is chosen by channel, one call after the other', async () => {
  let stored = { ...karim };
  const asked = visitProfile(
    {
      updateMySettings: ({ body }) => {
        stored = { ...stored, settings: { ...stored.settings, ...body } };
        return stored;
      },
    },
    settings,
  );
  const choice = (name: string) => screen.getByRole('switch', { name });
  expect(
    await screen.findAllByRole('switch', { name: /, (par email|sur mes appareils)$/, checked: true }),
  ).toHaveLength(8);
  await userEvent.click(choice('Alertes, par email'));
  await userEvent.click(choice('Messages, sur mes appareils'));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
  expect(asked.findLast(({ method }) => method === 'PATCH')?.body).toMatchObject({
    noticeChoices: { mail: { alerts: false }, push: { messages: false } },
  });
  expect(choice('Alertes, par email')).not.toBeChecked();
});

test.each(['Alertes, par email', 'Afficher mon téléphone publiquement'])(
  '« %s » shows what the server says: what is saved, and what another device has chosen since',
  async (name) => {
    // The server keeps what it has, as if another device had been faster.
    visitProfile({ updateMySettings: () => ({ ...karim, version: 2 }) }, settings);
    const one = await screen.findByRole('switch', { name });
    const isOn = one.matches(':checked');
    await userEvent.click(one);
    await waitFor(() => expect(screen.getAllByText('Enregistré').length).toBeGreaterThan(0));
    expect(one.matches(':checked')).toBe(isOn);
  },
);

test('without mails their choices are not offered, those of devices are', async () => {
  const noMails = { ...karim, settings: { ...karim.settings, emailNotifications: false } };
  visitProfile({}, { ...settings, me: noMails });
  expect(await screen.findByText('Les emails sont désactivés.')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Livraisons, par email' })).toBeDisabled();
  expect(screen.getByRole('switch', { name: 'Livraisons, sur mes appareils' })).toBeEnabled();
});

test('a switch is turned with the keyboard, and what it means is said with its name', async () => {
  const asked = visitProfile(
    { updateMySettings: ({ body }) => ({ ...karim, settings: { ...karim.settings, ...body }, version: 2 }) },
    settings,
  );
  const phone = screen.getByRole('switch', { name: 'Afficher mon téléphone publiquement' });
  expect(phone).toHaveAccessibleDescription(/^Sinon, seul le membre/);
  phone.focus();
  await userEvent.keyboard(' ');
  expect(await screen.findByText('Enregistré')).toBeVisible();
  expect(phone).toHaveFocus();
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});

test('a switch that cannot be saved goes back', async () => {
  visitProfile({ updateMySettings: () => new Refusal('FAULT') }, settings);
  const phone = screen.getByRole('switch', { name: 'Afficher mon téléphone publiquement' });
  await userEvent.click(phone);
  expect(await screen.findByText('Réglage non enregistré')).toBeVisible();
  expect(phone).not.toBeChecked();
});

const typePasswords = async (current: string, password: string, again = password) => {
  await userEvent.type(screen.getByLabelText(/^Mot de passe actuel/), current);
  await userEvent.type(screen.getByLabelText(/^Nouveau mot de passe/), password);
  await userEvent.type(screen.getByLabelText(/^Confirmer le mot de passe/), again);
  await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
};

test('a new password is sent with the present one, and this browser goes on with it', async () => {
  signIn.mockResolvedValue('karim');
  const asked = visitProfile({ changePassword: () => undefined }, settings);
  await typePasswords('Ancien-2026', 'Nouveau-2026');
  expect(await screen.findByText('Mot de passe modifié')).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    current: 'Ancien-2026',
    password: 'Nouveau-2026',
  });
  expect(signIn).toHaveBeenCalledExactlyOnceWith('tab', 'karim@example.org', 'Nouveau-2026');
});

test('a wrong present password is said at its field, two different new ones never leave', async () => {
  const asked = visitProfile(
    {
      changePassword: () =>
        new Refusal('INVALID', undefined, { fields: { current: 'Le mot de passe actuel est incorrect' } }),
    },
    settings,
  );
  await typePasswords('faux', 'Nouveau-2026', 'Nouveau-2027');
  expect((await screen.findAllByText('Les mots de passe ne correspondent pas'))[0]).toBeVisible();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.type(screen.getByLabelText(/^Confirmer le mot de passe/), '{Backspace}6');
  await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect((await screen.findAllByText('Le mot de passe actuel est incorrect'))[0]).toBeVisible();
  expect(signIn).not.toHaveBeenCalled();
});

test('signing out everywhere asks first', async () => {
  const all = visitProfile({ signOutEverywhere: () => undefined }, settings);
  const asked = () =>
    all.map(({ row }) => row).filter((row) => !['myExport', 'myPushDevices', 'myBlocks'].includes(row));
  await userEvent.click(screen.getByRole('button', { name: 'Se déconnecter de tous les appareils' }));
  expect(asked()).toEqual([]);
  const question = screen.getByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Se déconnecter partout' }));
  await waitFor(() => expect(asked()).toEqual(['signOutEverywhere']));
});

const choosePicture = (file: File) =>
  userEvent.upload(screen.getByLabelText('Ajouter une photo de profil'), file, { applyAccept: false });

test.each([
  ['Type de fichier non supporté', new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' })],
  ['Fichier trop volumineux', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'grand.gif', { type: 'image/gif' })],
])('a picture is refused before anything is sent: %s', async (title, file) => {
  readPictures();
  const asked = visitProfile({});
  await choosePicture(file);
  expect(await screen.findByText(title)).toBeVisible();
  expect(asked.some(({ method }) => method !== 'GET')).toBe(false);
});

test('a picture is sent, waited for while it is checked, and shown', async () => {
  readPictures();
  const files = fakeStorage();
  let checks = 0;
  const asked = visitProfile({
    requestAvatarUpload: () => anUpload(),
    setAvatar: () => (++checks < 2 ? { state: 'scanning' } : { ...karim, avatarUrl: '/media/k', version: 2 }),
  });
  await choosePicture(new File(['gif'], 'moi.gif', { type: 'image/gif' }));
  expect(await screen.findByText('Photo de profil mise à jour', {}, { timeout: 3_000 })).toBeVisible();
  const tries = asked.filter(({ row }) => row === 'setAvatar');
  const { uploadId } = anUpload();
  expect(tries.map(({ body }) => body)).toEqual([{ uploadId }, { uploadId }]);
  expect(files).toHaveLength(1);
});

test('a picture that a bad line holds back is sent again by a press, and is not chosen again', async () => {
  readPictures();
  let isBad = true;
  const files = fakeStorage(async () => (isBad ? { status: 403 } : undefined));
  visitProfile({
    requestAvatarUpload: () => anUpload(),
    setAvatar: () => ({ ...karim, avatarUrl: '/media/k', version: 2 }),
  });
  await choosePicture(new File(['gif'], 'moi.gif', { type: 'image/gif' }));
  expect(await screen.findByText('Photo non enregistrée')).toBeVisible();
  expect(screen.getByAltText('Aperçu de votre nouvelle photo')).toBeVisible();
  isBad = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Photo de profil mise à jour')).toBeVisible();
  expect(files).toHaveLength(1);
});

test('my picture is removed after one question', async () => {
  const asked = visitProfile({ deleteAvatar: () => undefined }, { me: { ...karim, avatarUrl: '/media/k' } });
  await userEvent.click(screen.getByRole('button', { name: 'Modifier ma photo de profil' }));
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer ma photo de profil' }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer la photo' }));
  expect(await screen.findByText('Photo de profil supprimée')).toBeVisible();
});

test('another picture is chosen behind the one button on the picture', async () => {
  readPictures();
  fakeStorage();
  visitProfile(
    { requestAvatarUpload: () => anUpload(), setAvatar: () => ({ ...karim, avatarUrl: '/media/n', version: 2 }) },
    { me: { ...karim, avatarUrl: '/media/k' } },
  );
  expect(screen.queryByLabelText('Changer ma photo de profil')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Modifier ma photo de profil' }));
  const gif = new File(['gif'], 'moi.gif', { type: 'image/gif' });
  await userEvent.upload(screen.getByLabelText('Changer ma photo de profil'), gif);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Photo de profil mise à jour', {}, { timeout: 3_000 })).toBeVisible();
});

test('my friends are listed, can be written to and let go', async () => {
  const amel = aCard();
  let friends = [amel];
  visitProfile({
    myFriends: () => ({ items: friends }),
    removeFriend: () => {
      friends = [];
      return undefined;
    },
  });
  expect(await screen.findByRole('link', { name: 'Écrire à Amel Benali' })).toHaveAttribute('href', '/messages/amel');
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Amel Benali de mes amis' }));
  expect(await screen.findByText(/vous le retrouverez ici/)).toBeVisible();
});

test('stopping one of two documents stops both', async () => {
  readPictures();
  fakeStorage(() => new Promise(() => {}));
  visitProfile(
    { requestDocumentUpload: () => anUpload() },
    { me: { ...karim, status: 'pending', documents: { idDocument: 'none', facePhoto: 'none' } } },
  );
  const picture = () => new File(['pièce'], 'piece.jpg', { type: 'image/jpeg' });
  for (const field of [/^Pièce d'identité/, /^Photo de visage/])
    await userEvent.upload(await screen.findByLabelText(field), picture(), { applyAccept: false });
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mes documents' }));
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(2));
  await userEvent.click(screen.getAllByRole('button', { name: /^Arrêter/ })[1] as HTMLElement);
  expect(await screen.findByText('Envoi arrêté')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a member whose documents are missing sends them from here', () => {
  visitProfile({}, { me: { ...karim, status: 'pending', documents: { idDocument: 'none', facePhoto: 'received' } } });
  expect(screen.getByText('À envoyer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Envoyer mes documents' })).toBeVisible();
});

test('the subscription says until when it lasts', () => {
  visitProfile({}, { me: { ...karim, subscription: { status: 'active', endDate: '2027-05-04T10:00:00.000Z' } } });
  expect(screen.getByText("Abonnement actif jusqu'au 4 mai 2027.")).toBeVisible();
});

test('the settings list the members whom I have blocked, and end a block', async () => {
  let blocked = [aCard({ id: 'amel' }), aCard({ id: 'ines', firstName: 'Inès', lastName: 'Meziane' })];
  const asked = visitProfile(
    {
      myBlocks: () => ({ items: blocked }),
      unblockMember: ({ params }) => {
        blocked = blocked.filter(({ id }) => id !== params['userId']);
        return undefined;
      },
    },
    settings,
  );
  const section = within(await screen.findByRole('region', { name: 'Membres bloqués' }));
  await userEvent.click(await section.findByRole('button', { name: 'Débloquer Inès Meziane' }));
  await waitFor(() => expect(section.queryByText('Inès Meziane')).toBeNull());
  await userEvent.click(section.getByRole('button', { name: 'Débloquer Amel Benali' }));
  expect(await section.findByText("Vous n'avez bloqué personne.")).toBeVisible();
  expect(asked.filter(({ row }) => row === 'unblockMember').map(({ params }) => params)).toEqual([
    { userId: 'ines' },
    { userId: 'amel' },
  ]);
});
