import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { aBrowser, ourKey } from '#test/support/push/page.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { SessionProvider } from '#web/app/session-provider.tsx';
import { accountsApi } from '#web/features/accounts/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { writeCopy } from '#web/lib/offline/copies.ts';
import { auth, endSession, startSession } from '#web/lib/session/auth.ts';
import { useSession } from '#web/lib/session/session.ts';
import { markSession } from '#web/lib/session/session-storage.ts';
import { signInCode, signInRefused } from '#web/lib/session/sign-in-outcome.ts';
import { deviceStore } from '#web/lib/storage.ts';

const amina = aMe();
const nadia = aMe({ id: 'nadia', email: 'nadia@example.org' });

/** Cognito: a token for each session, none once the session has ended. */
const cognito = vi.hoisted(() => ({ token: 'first' as string | undefined, signInAs: '', signedIn: [] as string[] }));
vi.mock('#web/lib/session/cognito.ts', () => ({ accessToken: async () => cognito.token }));
vi.mock('#web/lib/session/cognito-sign-in.ts', () => ({
  refusalOf: (refused: unknown) => signInRefused(signInCode(refused)),
  signIn: async (_kind: string, email: string, password: string) => {
    // The trigger's refusal, after a right password.
    if (password === 'Bloquee-2026') throw new Error('PreTokenGeneration failed with error PROFILE_BLOCKED.');
    if (password !== 'Traversee-2026') throw Object.assign(new Error('no'), { name: 'NotAuthorizedException' });
    cognito.signedIn.push(email);
    cognito.token = 'second';
    return cognito.signInAs;
  },
}));

beforeEach(() => {
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, {
      locks: { request: (...given: unknown[]) => (given.at(-1) as () => unknown)() },
    }),
  );
  Object.assign(cognito, { token: 'first', signInAs: amina.id, signedIn: [] });
  endSession();
});

/** A page with typed text, and an API that accepts the sessions of `valid`. */
function atWork({ valid }: { valid: string[] }) {
  const known = <T,>(token: string | undefined, answer: T) =>
    valid.includes(token ?? '') ? answer : new Refusal('SESSION_REVOKED');
  const calls = fakeApi({
    readMe: ({ token }) => known(token, amina),
    signOutEverywhere: ({ token }) => known(token, undefined),
  });
  markSession({ kind: 'remembered', memberId: amina.id });
  renderPart(
    <SessionProvider>
      <Page />
    </SessionProvider>,
  );
  return { calls, valid, user: userEvent.setup() };
}

function Page() {
  const { status, me, blocked, signOut } = useSession();
  const [outcome, setOutcome] = useState('');
  const send = () =>
    accountsApi.signOutEverywhere(undefined, { idempotencyKey: 'the act' }).then(
      () => setOutcome('parti'),
      (fault: unknown) => setOutcome(asProblem(fault).code),
    );
  return (
    <>
      <p>
        {status} {me?.email} {blocked?.status}
      </p>
      <input aria-label="Texte" />
      <button type="button" onClick={() => void send()}>
        Envoyer
      </button>
      <button type="button" onClick={() => void signOut()}>
        Déconnexion
      </button>
      <output>{outcome}</output>
    </>
  );
}

const answerQuestion = async ({ user }: ReturnType<typeof atWork>, answer: string) => {
  const question = await screen.findByRole('alertdialog', { name: 'Se déconnecter ?' });
  await user.click(within(question).getByRole('button', { name: answer }));
};

/** Types, then acts after the session has ended. */
async function actAfterTheEnd({ valid, user }: ReturnType<typeof atWork>) {
  await screen.findByText(`member ${amina.email}`);
  await user.type(screen.getByRole('textbox', { name: 'Texte' }), 'Des livres');
  valid.length = 0;
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  return screen.findByRole('dialog', { name: 'Reconnectez-vous pour continuer' });
}

test('after a sign-in in the dialog the interrupted act continues', async () => {
  const work = atWork({ valid: ['first'] });
  await actAfterTheEnd(work);
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(amina.email);
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
  await work.user.type(screen.getByLabelText(/^Mot de passe/), 'faux-mot');
  await work.user.click(screen.getByRole('button', { name: 'Se reconnecter' }));
  expect(await screen.findByText('Email ou mot de passe incorrect')).toBeVisible();
  work.valid.push('second');
  await work.user.clear(screen.getByLabelText(/^Mot de passe/));
  await work.user.type(screen.getByLabelText(/^Mot de passe/), 'Traversee-2026');
  await work.user.click(screen.getByRole('button', { name: 'Se reconnecter' }));
  expect(await screen.findByText('parti')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Texte' })).toHaveValue('Des livres');
  expect(cognito.signedIn).toEqual([amina.email]);
  const sent = work.calls.filter(({ row }) => row === 'signOutEverywhere');
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['the act']));
});

test('a member who was blocked meanwhile reads this in the password dialog, with a link to contact us', async () => {
  const { user, ...work } = atWork({ valid: ['first'] });
  const dialog = within(await actAfterTheEnd({ user, ...work }));
  const contact = () => dialog.queryByRole('link', { name: 'Nous contacter' });
  await user.click(dialog.getByRole('button', { name: 'Se reconnecter' }));
  expect(dialog.getByLabelText(/^Mot de passe/)).toHaveAccessibleDescription(/Saisissez votre mot de passe/);
  expect(contact()).toBeNull();
  await user.type(dialog.getByLabelText(/^Mot de passe/), 'Bloquee-2026');
  await user.click(dialog.getByRole('button', { name: 'Se reconnecter' }));
  expect(await dialog.findByText('Votre compte est bloqué. Contactez-nous pour en savoir plus.')).toBeVisible();
  expect(contact()).toHaveAttribute('href', '/contact');
});

test('after a refusal because of the account, the page knows the new state of the account', async () => {
  let isBlocked = false;
  fakeApi({
    readMe: () => (isBlocked ? { status: 'blocked', statusReason: 'Faux document' } : amina),
    signOutEverywhere: () => {
      isBlocked = true;
      return new Refusal('PROFILE_BLOCKED');
    },
  });
  markSession({ kind: 'remembered', memberId: amina.id });
  renderPart(
    <SessionProvider>
      <Page />
    </SessionProvider>,
  );
  await screen.findByText(`member ${amina.email}`);
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('PROFILE_BLOCKED')).toBeVisible();
  expect(await screen.findByText('member blocked')).toBeVisible();
});

test('closing the question refuses the act and keeps what was typed; the next act asks again', async () => {
  const work = atWork({ valid: ['first'] });
  await actAfterTheEnd(work);
  await work.user.keyboard('{Escape}');
  expect(await screen.findByText('SIGNED_OUT')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Texte' })).toHaveValue('Des livres');
  await expect(accountsApi.readMe()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await work.user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByRole('dialog', { name: 'Reconnectez-vous pour continuer' })).toBeVisible();
});

test('a member who signs out instead leaves no data', async () => {
  const work = atWork({ valid: ['first'] });
  localStorage.setItem('envoyage.draft.parcel', '{}');
  sessionStorage.setItem('envoyage.message.x', 'Bonjour');
  await actAfterTheEnd(work);
  await work.user.click(screen.getByRole('button', { name: 'Se déconnecter' }));
  await answerQuestion(work, 'Se déconnecter');
  expect(await screen.findByText('visitor')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Texte' })).toHaveValue('');
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
});

/** Cognito's answers to `RevokeToken`, beside the API of `atWork`; the last one repeats. Returns the requests. */
function answerRevocation(...answers: (() => Response | Promise<Response>)[]) {
  const asked: unknown[] = [];
  const api = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (address === '/config.json')
      return Response.json({ userPoolId: 'eu-west-3_p', userPoolClientId: 'long', userPoolShortClientId: 'short' });
    if (!address.startsWith('https://cognito-idp.eu-west-3.')) return api(address, init);
    asked.push(JSON.parse(init.body as string));
    return Promise.race([
      (answers[asked.length - 1] ?? answers.at(-1))?.(),
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    ]);
  });
  return asked;
}
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
const refreshToken = 'CognitoIdentityServiceProvider.long.amina.refreshToken';

/** A signed-in member, with the tokens that Amplify stores, presses « Déconnexion ». */
async function signOutAtWork() {
  const work = atWork({ valid: ['first'] });
  localStorage.setItem(refreshToken, 'refresh');
  localStorage.setItem('envoyage.draft.parcel', '{}');
  await screen.findByText(`member ${amina.email}`);
  const signOut = async () => {
    await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
    await answerQuestion(work, 'Se déconnecter');
  };
  return { ...work, signOut };
}
const kept = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

test('signing out with drafts names what would be lost, and « Rester » keeps it', async () => {
  const work = atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  deviceStore.keep('envoyage.draft.parcel@tab', JSON.stringify({ title: 'Livres', weight: 3 }));
  deviceStore.keep('envoyage.draft.trip', JSON.stringify({ depart: { city: 'Paris' }, arrival: { city: 'Oran' } }));
  deviceStore.keep(`envoyage.message.${amina.id}.karim.-@tab`, 'Bonjour Karim');
  deviceStore.keep('envoyage.message.contact@tab', '{"text":"Bonjour"}');
  for (const unknown of ['lina', 'omar']) deviceStore.keep(`envoyage.message.${amina.id}.${unknown}.-@tab`, 'Bonjour');
  queryClient.setQueryData(['messaging', 'conversation', {}], { with: { id: 'karim', firstName: 'Karim' } });
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  const question = await screen.findByRole('alertdialog', { name: 'Se déconnecter ?' });
  expect((question.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')).toContain(
    'Des brouillons seront effacés de cet appareil : colis « Livres », trajet de Paris à Oran, message à Karim, un message à notre équipe, un message (2).',
  );
  await answerQuestion(work, 'Rester');
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.getByText(`member ${amina.email}`)).toBeVisible();
  expect(kept()).toContain('envoyage.draft.parcel@tab');
});

test('after a reload the question still names to whom an unsent message goes', async () => {
  const work = atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  queryClient.clear();
  deviceStore.keep(`envoyage.message.${amina.id}.karim.-@tab`, 'Bonjour Karim');
  const place = { memberId: amina.id, row: 'messaging conversation', call: '{"userId":"karim"}' };
  await writeCopy(place, { data: { with: { id: 'karim', firstName: 'Karim' } }, at: 1 }, 20);
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  expect(await screen.findByRole('alertdialog', { name: 'Se déconnecter ?' })).toHaveTextContent(/message à .?Karim/);
});

test('the question of one member is gone for the next one', async () => {
  const work = atWork({ valid: ['first', 'second'] });
  await screen.findByText(`member ${amina.email}`);
  deviceStore.keep('envoyage.draft.parcel@tab', JSON.stringify({ title: 'Livres' }));
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  await screen.findByRole('alertdialog', { name: 'Se déconnecter ?' });
  act(() => endSession());
  await screen.findByText('visitor');
  markSession({ kind: 'remembered', memberId: nadia.id });
  act(() => startSession());
  await screen.findByText(/^member/);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a sign-out whose file does not load says so, and the next press signs out', async () => {
  const work = atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  answerRevocation(async () => Response.json({}));
  vi.doMock('#web/app/sign-out.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  expect(await screen.findByText('Impossible de vous déconnecter. Veuillez réessayer.')).toBeVisible();
  expect(screen.getByText('Veuillez vérifier votre connexion internet.')).toBeVisible();
  expect(screen.getByText(`member ${amina.email}`)).toBeVisible();
  vi.doUnmock('#web/app/sign-out.tsx');
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  expect(await screen.findByText('visitor')).toBeVisible();
});

test('signing out without drafts asks nothing', async () => {
  const work = atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  answerRevocation(async () => Response.json({}));
  await work.user.click(screen.getByRole('button', { name: 'Déconnexion' }));
  expect(await screen.findByText('visitor')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('signing out revokes the session at Cognito before this device forgets it', async () => {
  const { signOut } = await signOutAtWork();
  const asked = answerRevocation(() => {
    expect(localStorage.getItem(refreshToken)).toBe('refresh');
    return Response.json({});
  });
  await signOut();
  expect(await screen.findByText('Déconnexion réussie')).toBeVisible();
  expect(asked).toEqual([{ ClientId: 'long', Token: 'refresh' }]);
  expect(screen.getByText('visitor')).toBeVisible();
  expect(kept()).toEqual([]);
});

test('one failed try is no failed sign-out', async () => {
  const { signOut } = await signOutAtWork();
  const asked = answerRevocation(noNetwork, () => Response.json({}));
  await signOut();
  expect(await screen.findByText('Déconnexion réussie')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test.each([
  ['cannot be reached', noNetwork],
  ['has a fault', () => new Response('{}', { status: 500 })],
  ['never answers', () => new Promise<Response>(() => {})],
])('when Cognito %s the session stays, until the member lets this device forget it', async (_, answer) => {
  const { signOut, user } = await signOutAtWork();
  const asked = answerRevocation(answer);
  await signOut();
  const refused = 'Impossible de vous déconnecter. Veuillez réessayer.';
  expect(await screen.findByText(refused, {}, { timeout: 5_000 })).toBeVisible();
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(screen.queryByText('Déconnexion réussie')).toBeNull();
  expect(screen.getByText(`member ${amina.email}`)).toBeVisible();
  expect(kept()).toEqual(expect.arrayContaining([refreshToken, 'envoyage.draft.parcel']));

  await user.click(screen.getByRole('button', { name: 'Oublier ce compte sur cet appareil' }));
  expect(await screen.findByText('Déconnecté de cet appareil')).toBeVisible();
  expect(screen.getByText("La session prend fin d'elle-même dans les 30 jours.")).toBeVisible();
  expect(screen.queryByText(refused)).toBeNull();
  expect(screen.getByText('visitor')).toBeVisible();
  expect(kept()).toEqual([]);
});

test('a sign-out that fails leaves the device registered, and one that is forgotten does not', async () => {
  const browser = aBrowser({ permission: 'granted' });
  browser.set({ unsubscribe: async () => browser.set(null) });
  const work = await signOutAtWork();
  deviceStore.keep(
    'envoyage.push',
    JSON.stringify({ memberId: amina.id, device: 'd1', publicKey: ourKey, at: Date.now() }),
  );
  const devices = new Set(['d1']);
  fakeApi({
    myPushDevices: () => ({ publicKey: ourKey, items: [] }),
    addPushDevice: () => (devices.add('d1'), { device: 'd1' }),
    removePushDevice: ({ params }) => void devices.delete(params.device),
  });
  answerRevocation(noNetwork);
  await work.signOut();
  await screen.findByText('Impossible de vous déconnecter. Veuillez réessayer.');
  await waitFor(() => expect([...devices, browser.isSubscribed()]).toEqual(['d1', true]));
  await work.user.click(screen.getByRole('button', { name: 'Oublier ce compte sur cet appareil' }));
  expect(await screen.findByText('Déconnecté de cet appareil')).toBeVisible();
  expect([...devices, browser.isSubscribed()]).toEqual([false]);
  expect(kept()).toEqual([]);
});

test('without a network signing out lets this device forget everything, and says that the session still runs', async () => {
  const { signOut } = await signOutAtWork();
  const asked = answerRevocation(noNetwork);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await signOut();
  expect(await screen.findByText('Déconnecté de cet appareil')).toBeVisible();
  expect(asked).toEqual([]);
  expect(kept()).toEqual([]);
  vi.restoreAllMocks();
});

test('a session that ended before anything was read ends without a question, and drafts stay', async () => {
  localStorage.setItem('envoyage.draft.parcel', '{}');
  atWork({ valid: [] });
  expect(await screen.findByText('visitor')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('envoyage.draft.parcel')).toBe('{}');
});

const otherTab = () => new BroadcastChannel('envoyage.session');

test('signing out in another tab ends the session here, with its drafts', async () => {
  const { user } = atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  await user.type(screen.getByRole('textbox', { name: 'Texte' }), 'Des livres');
  localStorage.setItem('envoyage.draft.parcel', '{}');
  otherTab().postMessage({ type: 'signedOut', memberId: nadia.id });
  otherTab().postMessage({ type: 'signedOut', memberId: amina.id });
  expect(await screen.findByText('visitor')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Texte' })).toHaveValue('');
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
});

test('a tab that missed the sign-out of another tab leaves when it is shown again', async () => {
  atWork({ valid: ['first'] });
  await screen.findByText(`member ${amina.email}`);
  localStorage.removeItem('envoyage.draftsOf');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(auth.get().status).toBe('visitor'));
});

test('signing in again in another tab is enough for this one', async () => {
  const work = atWork({ valid: ['first'] });
  await actAfterTheEnd(work);
  work.valid.push('second');
  cognito.token = 'second';
  otherTab().postMessage({ type: 'session', session: { kind: 'remembered', memberId: amina.id }, tokens: {} });
  expect(await screen.findByText('parti')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a sign-in in another tab also signs in the visitor here', async () => {
  startSession();
  expect(auth.get()).toEqual({ status: 'visitor' });
  const tokens = { 'CognitoIdentityServiceProvider.x.accessToken': 'first' };
  otherTab().postMessage({ type: 'session', session: { kind: 'tab', memberId: amina.id }, tokens });
  await vi.waitFor(() => expect(auth.get()).toEqual({ status: 'member', kind: 'tab', memberId: amina.id }));
  expect(sessionStorage.getItem('CognitoIdentityServiceProvider.x.accessToken')).toBe('first');
});

test('a sign-in in another tab counts once what it stored has arrived here, too', async () => {
  startSession();
  const session = { kind: 'remembered', memberId: amina.id } as const;
  otherTab().postMessage({ type: 'session', session, tokens: {} });
  // The other tab's later message arrives after the first.
  otherTab().postMessage({ type: 'signedOut', memberId: nadia.id });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(auth.get()).toEqual({ status: 'visitor' });
  markSession(session);
  window.dispatchEvent(new StorageEvent('storage', { key: 'envoyage.session', newValue: amina.id }));
  expect(auth.get()).toEqual({ status: 'member', ...session });
});

test('a session that arrives while a new tab still asks the others is taken, too', () => {
  // The state of a page that was just opened.
  auth.set({ status: 'loading' });
  const session = { kind: 'remembered', memberId: amina.id } as const;
  markSession(session);
  window.dispatchEvent(new StorageEvent('storage', { key: 'envoyage.session', newValue: amina.id }));
  expect(auth.get()).toEqual({ status: 'member', ...session });
});

test('a sign-in of another member reloads the page and never continues it', async () => {
  const work = atWork({ valid: ['first'] });
  localStorage.setItem('envoyage.draft.parcel', '{}');
  await actAfterTheEnd(work);
  work.valid.push('second');
  otherTab().postMessage({ type: 'session', session: { kind: 'remembered', memberId: nadia.id }, tokens: {} });
  await vi.waitFor(() => expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull());
  expect(auth.get()).toMatchObject({ memberId: amina.id, lapsed: 'asking' });
  expect(screen.queryByText('parti')).not.toBeInTheDocument();
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
});
