import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { OpenReport } from '#shared/admin/reports.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, anAdminReport, aProof } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ReportsTab } from './reports-tab.tsx';

const openTab = (items: ReturnType<typeof anAdminReport>[]) => {
  fakeApi({ adminReports: () => ({ items }) });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports' });
};

test('a report shows its reason, its age, the thing and the person', async () => {
  openTab([anAdminReport({ reason: 'danger', accused: aCard({ firstName: 'Karim', lastName: 'Ould' }) })]);
  const card = await screen.findByRole('listitem');
  expect(card).toHaveTextContent(/Membre.*Danger immédiat pour une personne.*Attend depuis.*promis sous 48 heures/);
  expect(card).toHaveTextContent('Karim Ould');
});

const books = { name: 'Livres', route: 'de Paris à Alger' };
test.each([
  [{ kind: 'parcel', id: 'p1' }, books, 'Colis « Livres », de Paris à Alger'],
  [{ kind: 'trip', id: 't1' }, { route: 'de Paris à Alger' }, 'Trajet de Paris à Alger'],
  [{ kind: 'member', id: 'm1' }, { name: 'Karim Ould' }, 'Membre : Karim Ould'],
  [{ kind: 'review', id: 'm1.m2' }, { name: 'Karim Ould' }, 'Avis sur Karim Ould'],
  [{ kind: 'message', id: 'x#1' }, undefined, 'Message : Amel'],
  [{ kind: 'page', id: '/colis/paris-alger' }, undefined, 'Page : /colis/paris-alger'],
  [{ kind: 'decision', id: 'parcel.p1@l1' }, books, 'Décision contestée : Colis « Livres », de Paris à Alger'],
  [{ kind: 'decision', id: 'report.r1@l1' }, { name: 'SG-1A2B3C4D' }, 'Décision contestée : Signalement SG-1A2B3C4D'],
  [{ kind: 'parcel', id: 'p1' }, undefined, 'Colis'],
] as const)('the card of %o is called by its thing, and has its number', async (about, thing, title) => {
  openTab([anAdminReport({ about, thing, accused: aCard({ firstName: 'Amel', lastName: '' }) })]);
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe(title);
  expect(screen.getByRole('listitem')).toHaveTextContent('NuméroSG-1A2B3C4D');
});

test('keys that this tab has not are not explained', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  openTab([anAdminReport()]);
  await screen.findByRole('listitem');
  expect(screen.queryByText('Raccourcis clavier')).toBeNull();
  vi.unstubAllGlobals();
});

test('the report of an administrator, or about them, waits for another one', async () => {
  openTab([anAdminReport({ isOwn: true, about: { kind: 'message' } })]);
  expect(await screen.findByText('Un autre administrateur décide de ce signalement.')).toBeVisible();
});

test('an empty queue says so', async () => {
  openTab([]);
  expect(await screen.findByText("Aucun signalement n'attend de décision.")).toBeVisible();
});

test('an opened report shows both texts and earlier reports, and is decided with a warning', async () => {
  const report = {
    ...anAdminReport({ accused: aCard({ firstName: 'Karim' }), text: 'Il crie' }),
    kept: [{ label: 'Titre', text: 'Sachet blanc' }],
    current: [{ label: 'Titre', text: 'Livres' }],
    earlier: [{ id: 'r0', kind: 'review' as const, reason: 'scam' as const, createdAt: '2026-11-01T10:00:00.000Z' }],
  };
  const asked = fakeApi({
    adminReports: () => ({ items: [report] }),
    adminReport: () => report,
    decideReport: () => ({ ...anAdminReport({ status: 'closed', version: 2 }) }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports' });
  await userEvent.click(await screen.findByRole('button', { name: 'Examiner : SG-1A2B3C4D' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Signalement SG-1A2B3C4D' }));
  expect(await dialog.findByText('Sachet blanc')).toBeVisible();
  expect(dialog.getByText('Livres')).toBeVisible();
  expect(dialog.getByRole('link', { name: /Avis, Escroquerie/ })).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'Avertissement' }));
  await userEvent.selectOptions(
    dialog.getByLabelText(/Motif fréquent/),
    'Nous avons pris une mesure envers ce membre.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(asked.some(({ row }) => row === 'decideReport')).toBe(false);
  await userEvent.type(dialog.getByLabelText(/^Avertissement \*/), 'Restez courtois.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await screen.findByText('Signalement traité')).toBeVisible();
  expect(asked.find(({ row }) => row === 'decideReport')).toMatchObject({
    version: 1,
    body: {
      outcome: 'warned',
      reason: 'Nous avons pris une mesure envers ce membre.',
      warning: 'Restez courtois.',
    },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

const opened = async (facts: Partial<OpenReport>) => {
  const report = { ...anAdminReport(), earlier: [], ...facts };
  fakeApi({ adminReports: () => ({ items: [] }), adminReport: () => report });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  return within(await screen.findByRole('dialog'));
};

test.each([
  ['parcel', 'p1', 'Colis', '/admin?tab=parcels&q=p1'],
  ['trip', 't1', 'Trajet', '/admin?tab=trips&q=t1'],
  ['member', 'm1', 'Membre', '/admin?tab=profiles&q=m1&by=id'],
  ['review', 'm1.m2', 'Avis', '/user/m1'],
  ['decision', 'parcel.p1@l1', 'Décision contestée : Colis', '/admin?tab=parcels&q=p1'],
  ['decision', 'profile.m1', 'Décision contestée : Profil', '/admin?tab=profiles&q=m1&by=id'],
  ['decision', 'report.r9@l1', 'Décision contestée : Signalement', '/admin?tab=reports&report=r9'],
  ['page', '/colis/paris-alger', '/colis/paris-alger', '/colis/paris-alger'],
] as const)('a report of a %s %s leads to %s', async (kind, id, name, href) => {
  const dialog = await opened({ about: { kind, id } });
  expect(await dialog.findByRole('link', { name })).toHaveAttribute('href', href);
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the typed address %s is text',
  async (id) => {
    const dialog = await opened({ about: { kind: 'page', id } });
    expect(await dialog.findByText(id)).toBeVisible();
    expect(dialog.queryByRole('link')).toBeNull();
  },
);

test('an objection is about a decision, which stays or is undone', async () => {
  const dialog = await opened({ about: { kind: 'decision', id: 'parcel.p1@l1' } });
  expect(await dialog.findByText(/^Si vous annulez la décision, faites-le d'abord/)).toBeVisible();
  expect(screen.getByRole('dialog', { name: /^Contestation SG-/ })).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Décision maintenue' })).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Décision annulée' })).toBeVisible();
  expect(dialog.queryByText('Membre signalé')).toBeNull();
});

test('an objection to the decision of a delivery leads to its parcel, and names the act that changes it', async () => {
  const parcel = { id: 'p1', title: 'Livres', stage: 'lost' as const, version: 9 };
  const dialog = await opened({ about: { kind: 'decision', id: 'report.r9@l1' }, parcel });
  expect(await dialog.findByText(/sur la carte du colis : « Débloquer la livraison »/)).toBeVisible();
  expect(dialog.getByRole('link', { name: /^Colis/ })).toHaveAttribute('href', '/admin?tab=parcels&q=p1');
  expect(dialog.getByText('Perdu')).toBeVisible();
  expect(dialog.queryByText('Plus rien.')).toBeNull();
});

test('an objection to a decision that no longer stands has one answer', async () => {
  const parcel = { id: 'p1', title: 'Livres', stage: 'undecided' as const, version: 9 };
  const dialog = await opened({ about: { kind: 'decision', id: 'report.r9@l1' }, parcel, isUndone: true });
  expect(await dialog.findByText(/^Cette décision est déjà annulée ou remplacée/)).toBeVisible();
  expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['acted']);
  expect(dialog.getByRole('radio', { name: 'Décision annulée' })).toBeChecked();
});

test('an earlier report opens in its place', async () => {
  const earlier = [
    { id: 'r0', kind: 'review' as const, reason: 'scam' as const, createdAt: '2026-11-01T10:00:00.000Z' },
  ];
  const dialog = await opened({ earlier });
  expect(await dialog.findByRole('link', { name: /Avis, Escroquerie/ })).toHaveAttribute(
    'href',
    '/admin?tab=reports&report=r0',
  );
});

test('an earlier report of a problem is named by its parcel, its kind and how the delivery ended', async () => {
  const earlier = [
    {
      id: 'r0',
      kind: 'parcel' as const,
      reason: 'other' as const,
      problem: { kind: 'damaged' as const },
      thing: { name: 'Livres' },
      createdAt: '2026-11-01T10:00:00.000Z',
      decision: { outcome: 'acted' as const, end: 'lost' as const, at: '2026-11-05T10:00:00.000Z' },
    },
  ];
  const dialog = await opened({ earlier });
  const link = await dialog.findByRole('link', { name: /Livraison.+Livres.+Colis abîmé/ });
  expect(link.closest('li')).toHaveTextContent('(Perdu)');
});

test('one’s own report, opened from a link, says that another administrator decides, and offers no retry', async () => {
  fakeApi({ adminReports: () => ({ items: [] }), adminReport: () => new Refusal('SELF_ACTION') });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Un autre administrateur décide de ce signalement.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

const past = '2026-11-02T10:00:00.000Z';
const aProblem = (decidableAt: string) => ({
  about: { kind: 'parcel' as const, id: 'p1' },
  accused: aCard({ firstName: 'Karim' }),
  problem: {
    kind: 'not_arrived' as const,
    decidableAt,
    ...(decidableAt === past ? { isDecidable: true as const } : {}),
  },
  parcel: { id: 'p1', title: 'Livres', stage: 'deliveryDeclared' as const, version: 7 },
});
test('the problem of a delivery is decided with an end for its parcel', async () => {
  const report = { ...anAdminReport(aProblem(past)), ...aProblem(past), earlier: [] };
  const asked = fakeApi({
    adminReports: () => ({ items: [] }),
    adminReport: () => report,
    decideReport: () => anAdminReport({ ...aProblem(past), status: 'closed', version: 2 }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('link', { name: /^Livraison/ })).toBeVisible();
  expect(dialog.getByText('Colis non arrivé')).toBeVisible();
  expect(dialog.getByText('Les deux membres liront ce texte.')).toBeVisible();
  expect(dialog.queryByText('Quelle suite pour le colis ?')).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: 'Mesure prise' }));
  await userEvent.type(dialog.getByLabelText(/^Motif \*/), 'La photo montre une autre porte.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await dialog.findAllByText('Choisissez une suite')).not.toHaveLength(0);
  expect(asked.some(({ row }) => row === 'decideReport')).toBe(false);
  await userEvent.click(dialog.getByRole('radio', { name: 'Perdu' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await screen.findByText('Problème décidé')).toBeVisible();
  expect(asked.find(({ row }) => row === 'decideReport')?.body).toEqual({
    outcome: 'acted',
    reason: 'La photo montre une autre porte.',
    parcel: { to: 'lost', version: 7 },
  });
});

test('a delivery that went on meanwhile is read again in its place, and what was typed stays', async () => {
  let opening = 0;
  const asked = fakeApi({
    adminReports: () => ({ items: [] }),
    adminReport: () => {
      opening += 1;
      const parcel = { ...aProblem(past).parcel, version: 6 + opening };
      return { ...anAdminReport(aProblem(past)), ...aProblem(past), parcel, earlier: [] };
    },
    decideReport: ({ body }) =>
      (body as { parcel: { version: number } }).parcel.version === 7
        ? new Refusal('CONTENT_CHANGED')
        : anAdminReport({ ...aProblem(past), status: 'closed', version: 2 }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Mesure prise' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Perdu' }));
  await userEvent.type(dialog.getByLabelText(/^Motif \*/), 'La photo montre une autre porte.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await dialog.findByText(/relisez-le, puis décidez/)).toBeVisible();
  expect(dialog.getByLabelText(/^Motif \*/)).toHaveValue('La photo montre une autre porte.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await screen.findByText('Problème décidé')).toBeVisible();
  const versions = asked.filter(({ row }) => row === 'decideReport').map(({ body }) => body);
  expect(versions).toMatchObject([{ parcel: { version: 7 } }, { parcel: { to: 'lost', version: 8 } }]);
});

test('a problem that has ended meanwhile leaves nothing to decide, and the dialog only closes', async () => {
  fakeApi({
    adminReports: () => ({ items: [] }),
    adminReport: () => ({ ...anAdminReport(aProblem(past)), ...aProblem(past), earlier: [] }),
    decideReport: () => new Refusal('NOT_FOUND', { title: 'Introuvable', detail: 'Signalement non trouvé' }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Sans suite' }));
  await userEvent.type(dialog.getByLabelText(/^Motif \*/), 'La photo montre une autre porte.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await dialog.findByText(/il n'y a plus rien à décider/)).toBeVisible();
  expect(dialog.queryByText(/non trouvé/)).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Décider' })).toBeNull();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Fermer' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the photos of a problem are one press from its decision', async () => {
  const proof = aProof({ stage: 'problem', by: 'karim', at: past });
  const report = { ...anAdminReport(aProblem(past)), ...aProblem(past), earlier: [] };
  fakeApi({
    adminReports: () => ({ items: [] }),
    adminReport: () => report,
    adminProofs: () => ({ items: [proof], events: [], people: [] }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports&report=r1' });
  await userEvent.click(await screen.findByRole('button', { name: /^Preuves et historique/ }));
  expect(await screen.findByRole('button', { name: /^Agrandir : Photo 1 du problème/ })).toBeVisible();
});

test('a problem is not decided before the other member has had three days', async () => {
  const dialog = await opened(aProblem('2099-01-01T10:00:00.000Z'));
  expect(await dialog.findByText(/peut répondre jusqu'au/)).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent(/Karim.*peut répondre jusqu'au.*Vous pourrez décider ensuite\./);
  expect(dialog.queryByRole('button', { name: 'Décider' })).toBeNull();
});

test('a problem in the list says from when it may be decided, then how long it waits', async () => {
  openTab([anAdminReport(aProblem('2099-01-01T10:00:00.000Z')), anAdminReport({ ...aProblem(past), id: 'r2' })]);
  const [early, late] = await screen.findAllByRole('listitem');
  expect(early).toHaveTextContent(/Peut être décidé à partir du/);
  expect(early).not.toHaveTextContent(/Attend depuis/);
  expect(late).toHaveTextContent(/Attend depuis/);
});
