import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCard, aListedDelivery, aParcel, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ActDialog } from '#web/features/deliveries/acts/act-dialog.tsx';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { ContentsList } from './contents-list.tsx';

const toAlgeria = aParcel({
  contents: [
    { category: 'clothes', count: 6, what: 'معاطف' },
    { category: 'phone', count: 1 },
  ],
});
const nothing = () => {};

test('a list has the numbers, the words of its sender, and what customs want with source and day', () => {
  renderPart(<ContentsList contents={toAlgeria.contents} ends={toAlgeria} />);
  const [declared, customs] = screen.getAllByRole('list').map((list) => within(list).getAllByRole('listitem'));
  expect(declared?.map(({ textContent }) => textContent)).toEqual([
    '6 × Vêtements, chaussures, tissus · معاطف',
    '1 × Téléphone ou tablette',
  ]);
  expect(screen.getByText('معاطف').closest('bdi')).not.toBeNull();
  expect(customs?.[1]).toHaveTextContent(
    'Téléphone ou tablette : La douane limite les téléphones aux besoins du voyageur : joignez la facture. Douane algérienne, informations aux voyageurs · Vérifié le 27 nov. 2026',
  );
  expect(screen.getAllByRole('link', { name: /^Douane algérienne/ })[0]).toHaveAttribute(
    'href',
    expect.stringContaining('douane.gov.dz'),
  );
});

test('a line that nobody has confirmed is to be checked, and one without a source names none', () => {
  const ends = { pickup: { countryCode: 'CA' }, delivery: { countryCode: 'TN' } };
  renderPart(<ContentsList contents={[{ category: 'dates', count: 1 }]} ends={ends} />);
  expect(screen.getByText(/vient du palmier/).closest('li')).toHaveTextContent(/restrictions · à vérifier$/);
  expect(screen.getByText(/^Renseignez-vous/).closest('li')).toHaveTextContent(
    /^Renseignez-vous auprès de la douane : Canada\.$/,
  );
});

test('a line about one content names it, and one about the whole parcel stands alone', () => {
  const ends = { pickup: { countryCode: 'TN' }, delivery: { countryCode: 'FR' } };
  renderPart(<ContentsList contents={[{ category: 'honey', count: 1 }]} ends={ends} />);
  expect(screen.getByText(/2 kg au plus/).closest('li')).toHaveTextContent(/^Miel : 2 kg au plus par voyageur\. /);
  expect(screen.getByText(/^Au-delà de 430/)).toBeVisible();
});

test('a line about two declared contents stands once, and names both', () => {
  const ends = { pickup: { countryCode: 'DZ' }, delivery: { countryCode: 'TN' } };
  const contents = [
    { category: 'gifts', count: 1 },
    { category: 'dates', count: 2 },
  ] as const;
  renderPart(<ContentsList contents={contents} ends={ends} />);
  expect(screen.getByText(/vient du palmier/).closest('li')).toHaveTextContent(
    /^Dattes et fruits secs, cadeaux et artisanat : La Tunisie interdit ce qui vient du palmier/,
  );
});

test('inside one country customs have nothing to say', () => {
  const ends = { pickup: { countryCode: 'FR' }, delivery: { countryCode: 'FR' } };
  renderPart(<ContentsList contents={toAlgeria.contents} ends={ends} />);
  expect(screen.queryByText('À savoir à la douane')).toBeNull();
});

test('who may carry a parcel reads its contents before its description', async () => {
  fakeApi({ readParcel: () => ({ ...toAlgeria, situation: undefined }) });
  renderPart(<ParcelDialog parcelId="p1" onClose={nothing} />, { me: karim });
  const line = await screen.findByText(/^6 × Vêtements/);
  const description = screen.getByText(toAlgeria.description);
  expect(line.compareDocumentPosition(description)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const askFromRow = () => {
  const row = aListedDelivery({ viewer: 'karim', status: 'carrier_chosen' });
  const { situation, partner } = row;
  renderPart(
    <ActDialog
      act="acceptDelivery"
      parcel={row}
      situation={situation}
      memberId="karim"
      other={partner}
      onClose={nothing}
    />,
    { me: karim },
  );
};
const trips = { myTrips: () => ({ items: [], counts: { upcoming: 0, past: 0 } }) };

test('the question before a yes has the list, also from a row that does not have it', async () => {
  fakeApi({ ...trips, readParcel: () => toAlgeria });
  askFromRow();
  expect(await screen.findByText(/^6 × Vêtements/)).toBeVisible();
  expect(screen.getByText(/^Vous l'ouvrirez avec/).closest('p')).toHaveTextContent(
    "Vous l'ouvrirez avec Amel avant de le prendre.",
  );
});

test('a list that cannot be read has its reason, and can be asked for again', async () => {
  const answers = [refusal('LIMIT', 'Attendez une minute.'), toAlgeria];
  fakeApi({ ...trips, readParcel: () => answers.shift() ?? toAlgeria });
  askFromRow();
  const failed = await screen.findByText(/Impossible de charger le contenu du colis/);
  expect(failed).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/^6 × Vêtements/)).toBeVisible();
});

test('the owner who chooses a carrier reads who opens the parcel', () => {
  fakeApi(trips);
  const parcel = aParcel({ other: aCard({ id: 'karim', firstName: 'Karim' }) });
  const { situation } = parcel;
  if (!situation) throw new Error('The owner sees the situation');
  const other = aCard({ id: 'karim', firstName: 'Karim' });
  renderPart(
    <ActDialog
      act="chooseCarrier"
      parcel={parcel}
      situation={situation}
      memberId="amel"
      other={other}
      onClose={nothing}
    />,
  );
  expect(screen.getByText(/l'ouvrira avec vous/).closest('p')).toHaveTextContent(
    "Karim l'ouvrira avec vous avant de le prendre.",
  );
  expect(screen.getByText('3 × Papiers et livres')).toBeVisible();
});
