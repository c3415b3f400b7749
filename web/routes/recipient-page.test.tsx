import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Followed } from '#shared/deliveries/follow.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Asked, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { RecipientPage } from '#web/routes/recipient-page.tsx';

const at = '2026-11-20T10:00:00.000Z';
const onWay: Followed = {
  stage: 'collected',
  from: 'Alger',
  to: 'Le Havre',
  day: '2026-12-12',
  sender: 'Amel',
  carrier: 'كريم',
  steps: [
    { key: 'agreed', at },
    { key: 'pickedUp', at },
    { key: 'inTransit', at },
  ],
  seen: { city: 'Marseille', at },
};

const speak = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const open = (answer: () => Followed | Refusal = () => onWay, at = '/follow#p1.abc.signature'): Asked[] => {
  const calls = fakeApi({ followByLink: answer });
  renderPage(<RecipientPage />, { at });
  return calls;
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const main = () => document.querySelector<HTMLElement>('.follow')?.textContent ?? '';

beforeEach(() => void speak('fr-FR'));

test('the recipient reads where the parcel is, from whom, and until when, by the secret of the fragment alone', async () => {
  const calls = open();
  await heading('Un colis pour vous');
  expect(calls).toMatchObject([{ row: 'followByLink', body: { link: 'p1.abc.signature' }, query: {}, params: {} }]);
  for (const text of [
    'Le colis est en route vers Le Havre.',
    "Trajet d'Alger au Havre",
    "De la part d'Amel, apporté par كريم",
    'Vu à Marseille, 20 nov. 2026',
    'Prévu au plus tard le samedi 12 décembre 2026',
  ])
    expect(main()).toContain(text);
  const steps = within(screen.getByRole('list', { name: 'Étapes' }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\).*/, ')'))).toEqual([
    'Accord conclu (fait)',
    'Récupéré (fait)',
    'En transit (étape actuelle)',
    'En cours de livraison (à venir)',
    'Livré (à venir)',
  ]);
  expect(screen.getAllByText('كريم').map(({ localName, translate }) => [localName, translate])).toEqual([
    ['bdi', false],
  ]);
});

test('a browser in Arabic has the page in Arabic from right to left, and the device keeps the choice', async () => {
  speak('en-GB', 'ar-DZ', 'fr');
  open();
  await heading('طرد مُرسَل إليك');
  const page = document.querySelector<HTMLElement>('.follow');
  expect([page?.lang, page?.dir]).toEqual(['ar', 'rtl']);
  for (const text of [
    'الطرد في الطريق إلى Le Havre.',
    'من Alger إلى Le Havre',
    'آخر مكان: Marseille، 20',
    '12 ديسمبر 2026',
  ])
    expect(main()).toContain(text);
  await waitFor(() => expect(document.title).toContain('متابعة الطرد'));
  await userEvent.click(screen.getByRole('button', { name: 'Français' }));
  await heading('Un colis pour vous');
  expect([page?.lang, page?.dir]).toEqual(['fr', 'ltr']);
});

test('the kept choice wins over the languages of the browser', async () => {
  localStorage.setItem('envoyage.language', 'ar');
  open();
  await heading('طرد مُرسَل إليك');
  expect(screen.getByRole('button', { name: 'العربية' })).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  ['fr', 'collected', 'La douane retient le colis.', 'en route vers'],
  ['fr', 'delivering', 'La douane retient le colis.', 'Le colis est en cours de livraison'],
  ['ar', 'collected', 'الطرد محتجز لدى الجمارك.', 'في الطريق إلى'],
  ['ar', 'delivering', 'الطرد محتجز لدى الجمارك.', 'في طريقه إليك'],
] as const)('of a parcel that customs keep the recipient reads only that (%s, %s)', async (...row) => {
  const [language, stage, text, onItsWay] = row;
  speak(language);
  open(() => ({ ...onWay, stage, problem: 'customs', day: undefined }));
  await heading(language === 'fr' ? 'Un colis pour vous' : 'طرد مُرسَل إليك');
  expect(main()).toContain(text);
  expect(main()).not.toContain(onItsWay);
});

test('an end by customs has another verb in Arabic than their wait', async () => {
  speak('ar');
  open(() => ({ ...onWay, stage: 'seized', seen: undefined, day: undefined }));
  await heading('طرد مُرسَل إليك');
  expect(main()).toContain('صادرت الجمارك الطرد.');
});

test.each([
  ['fr', 'not_arrived', "Amel signale que le colis n'est pas arrivé.", 'Le colis est livré', 'Prévenez Amel'],
  ['fr', 'lost', 'كريم signale que le colis est perdu ou volé.', 'Le colis est livré', 'Prévenez Amel'],
  ['ar', 'not_arrived', 'أُبلغنا بأن الطرد لم يصل.', 'سُلِّم الطرد', 'يُرجى إبلاغ'],
  ['ar', 'lost', 'أُبلغنا بأن الطرد فُقد أو سُرق.', 'سُلِّم الطرد', 'يُرجى إبلاغ'],
] as const)('a delivered parcel that is reported missing is not told as delivered (%s, %s)', async (...row) => {
  const [language, problem, told, ...untold] = row;
  speak(language);
  open(() => ({ ...onWay, stage: 'delivered', seen: undefined, day: undefined, problem }));
  await screen.findByRole('list', { name: language === 'fr' ? 'Étapes' : 'المراحل' });
  expect(main()).toContain(told);
  for (const text of untold) expect(main()).not.toContain(text);
});

test.each([
  ['fr', 'damaged', 'Amel signale que le colis est abîmé ou incomplet.', 'Le colis est livré.'],
  ['ar', 'damaged', 'أُبلغنا بأن الطرد تالف أو ناقص.', 'سُلِّم الطرد.'],
  ['fr', 'other', 'كريم signale un problème.', 'Le colis est livré.'],
  ['ar', 'other', 'أُبلغنا بوجود مشكلة.', 'سُلِّم الطرد.'],
] as const)('another problem is told beside the state (%s, %s)', async (language, problem, told, state) => {
  speak(language);
  open(() => ({ ...onWay, stage: 'delivered', seen: undefined, day: undefined, problem }));
  await screen.findByRole('list', { name: language === 'fr' ? 'Étapes' : 'المراحل' });
  for (const text of [told, state]) expect(main()).toContain(text);
});

test.each([
  ['returning', 'Le colis retourne chez Amel.'],
  ['returned', 'Le colis est revenu chez Amel.'],
] as const)('what the carrier did after customs kept the parcel comes first (%s)', async (stage, state) => {
  open(() => ({ ...onWay, stage, day: undefined, problem: 'customs' }));
  await heading('Un colis pour vous');
  expect(main()).toContain(`${state}La douane retient le colis.`);
});

test('a parcel whose decision is annulled waits on its last step', async () => {
  open(() => ({ ...onWay, stage: 'undecided', day: undefined }));
  await heading('Un colis pour vous');
  expect(main()).toContain('La suite de la livraison sera décidée.');
  const steps = within(screen.getByRole('list', { name: 'Étapes' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent?.replace(/\).*/, ')'))).toEqual([
    'Accord conclu (fait)',
    'Récupéré (fait)',
    'En transit (étape actuelle)',
  ]);
});

test('a delivered parcel says what to do without it', async () => {
  open(() => ({ ...onWay, stage: 'delivered', seen: undefined, day: undefined }));
  await heading('Un colis pour vous');
  expect(main()).toContain("Vous ne l'avez pas ? Prévenez Amel tout de suite.");
});

test('a declared delivery says so, and who is asked for a code reads when to give it', async () => {
  open(() => ({ ...onWay, stage: 'deliveryDeclared', day: undefined, hasCode: true }));
  await heading('Un colis pour vous');
  for (const text of ['كريم dit avoir livré le colis.', "Vous ne l'avez pas ? Prévenez Amel tout de suite."])
    expect(main()).toContain(text);
  const paragraphs = screen.getAllByText(/code/).map(({ textContent }) => textContent);
  expect(paragraphs).toEqual([
    'Vous avez un code ? Donnez-le seulement quand vous avez le colis en main, jamais au téléphone.',
    "Nous ne demandons jamais d'argent ni de code.",
  ]);
});

test('without a demand the page does not speak of a code of the recipient', async () => {
  open();
  await heading('Un colis pour vous');
  expect(main()).not.toContain('Vous avez un code');
});

test('one that comes back has no steps to come', async () => {
  open(() => ({ ...onWay, stage: 'returning', day: undefined }));
  await heading('Un colis pour vous');
  expect(main()).toContain('Le colis retourne chez Amel.');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

test.each([
  ['a link that does not open', '/follow#wrong', 1],
  ['an address without a link', '/follow', 0],
])('%s says where to ask for another', async (_, at, asked) => {
  const calls = open(() => new Refusal('INVALID_LINK'), at);
  await heading('Lien incomplet ou expiré');
  expect(main()).toContain(
    "Ouvrez le lien en entier, tel que vous l'avez reçu. Sinon, demandez-en un autre à la personne qui vous envoie",
  );
  expect(calls).toHaveLength(asked);
  await userEvent.click(screen.getByRole('button', { name: 'العربية' }));
  await heading('رابط ناقص أو منتهي الصلاحية');
  expect(main()).toContain('يُرجى فتح الرابط كاملًا، أو طلب رابط جديد من المرسل.');
});

test('the link of an agreement that has ended tells it, in both languages, and reads no more', async () => {
  open(() => new Refusal('EXPIRED_LINK'));
  await heading("L'accord a pris fin");
  expect(main()).toContain(
    'Le colis ne vient pas par ce voyage. Demandez la suite à la personne qui vous envoie le colis.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'العربية' }));
  await heading('انتهى الاتفاق');
  expect(main()).toContain('لن يصل الطرد بهذه الرحلة. يُرجى سؤال المرسل عمّا سيحدث.');
});

test('a failed reading offers another try in the language of the page', async () => {
  localStorage.setItem('envoyage.language', 'ar');
  let isDown = true;
  open(() => (isDown ? new Refusal('UNAVAILABLE') : onWay));
  expect(await screen.findByRole('alert')).toHaveTextContent('تعذّر تحميل المتابعة');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'إعادة المحاولة' }));
  await heading('طرد مُرسَل إليك');
});

test('an open page reads again each minute, and no more once its link has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const calls = open(() => (isOver ? new Refusal('INVALID_LINK') : onWay));
  await heading('Un colis pour vous');
  isOver = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await heading('Lien incomplet ou expiré');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(calls).toHaveLength(2);
});
