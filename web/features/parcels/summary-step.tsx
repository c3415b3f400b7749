import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { moneyText, priceToAgree } from '#shared/money.ts';
import { sizeDescriptions } from '#shared/parcels/words.ts';
import { countryName } from '#shared/places.ts';
import { longDay } from '#shared/time.ts';
import { CheckboxField } from '#web/components/choice-field.tsx';
import { isDay } from '#web/components/date-field.tsx';
import { LocalImage } from '#web/components/local-image.tsx';
import { Notice } from '#web/components/notice.tsx';
import type { PlaceValue } from '#web/components/place-field.tsx';
import type { ParcelFormState, ParcelValues } from '#web/features/parcels/parcel-form.ts';
import { searchQuery } from '#web/features/search/api.ts';
import { noFilters, toQuery } from '#web/features/search/filters.ts';
import { TripCard } from '#web/features/search/trip-card.tsx';
import { moneyTyped } from '#web/lib/typed-fields.ts';
import '#web/features/search/search.css';

type SummaryStepProps = {
  form: ParcelFormState;
  /** Back to step 1, at a field. */
  onEdit: (field: string) => void;
  progress: number | undefined;
};

/** Step 2, « Choisir un voyageur »: what will be published, and who travels there. */
export function SummaryStep({ form, onEdit, progress }: SummaryStepProps) {
  const { register, getValues } = form;
  const values = getValues();
  const price = moneyTyped(values.price, values.currency);
  const rows: readonly (readonly [string, string, ReactNode])[] = [
    ['title', 'Titre', <bdi key="title">{values.title}</bdi>],
    [
      'description',
      'Description',
      <span key="text" dir="auto" className="member-text">
        {values.description}
      </span>,
    ],
    ['pickup.city', 'Départ', placeText(values.pickup)],
    ['delivery.city', 'Destination', placeText(values.delivery)],
    ['weight', 'Poids', `${values.weight.trim().replace('.', ',')} kg`],
    ['size', 'Taille', values.size ? sizeDescriptions[values.size] : ''],
    ['deadline', 'Date limite', isDay(values.deadline) ? longDay(values.deadline) : ''],
    ['price', 'Prix proposé', price ? moneyText(price) : priceToAgree],
    ['file', 'Photo ou document', values.file ? <FileSummary key="file" file={values.file} /> : 'Aucun'],
  ];
  return (
    <>
      <section className="form__group">
        <h2>Résumé et itinéraire</h2>
        <dl className="summary">
          {rows.map(([field, name, value]) => (
            <div key={field} className="summary-row">
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                <button
                  type="button"
                  className="amplify-button amplify-button--link amplify-button--small"
                  aria-label={`Modifier : ${name}`}
                  onClick={() => onEdit(field)}
                >
                  Modifier
                </button>
              </dd>
            </div>
          ))}
        </dl>
        {progress !== undefined && <progress value={progress} max={1} aria-label="Envoi du fichier" />}
      </section>
      <fieldset className="form__group">
        <legend>Options supplémentaires</legend>
        <CheckboxField label="Contenu fragile" optional {...register('isFragile')} />
        <CheckboxField label="Appareil électronique" optional {...register('hasElectronics')} />
      </fieldset>
      <Travellers values={values} />
      <Notice tone="info">
        <p>Votre annonce est vérifiée par notre équipe sous 24 à 48 heures, puis visible par les transporteurs.</p>
        <p>Vous choisissez vous-même votre voyageur, après avoir échangé par la messagerie.</p>
      </Notice>
    </>
  );
}

const placeText = ({ city, countryCode }: PlaceValue) => (
  <bdi>{[city.trim(), countryCode && countryName(countryCode)].filter(Boolean).join(', ')}</bdi>
);

function FileSummary({ file }: { file: File }) {
  return (
    <span className="cluster">
      {file.type.startsWith('image/') ? (
        <LocalImage file={file} alt="" width={64} height={48} />
      ) : (
        <FileText size={24} aria-hidden="true" />
      )}
      {file.name}
    </span>
  );
}

/** Trips that this parcel could take: same route, in time, strong enough. */
function Travellers({ values }: { values: ParcelValues }) {
  const query = toQuery({ ...noFilters, from: values.pickup, to: values.delivery });
  const trips = useQuery(searchQuery('searchTrips', { query }));
  const kilos = Number(values.weight.replace(',', '.'));
  const fitting = trips.data?.items.filter((trip) => trip.travelDate <= values.deadline && trip.maxWeightKg >= kilos);
  if (!fitting) return null;
  return (
    <section className="form__group" aria-labelledby="travellers">
      <h2 id="travellers">Voyageurs sur ce trajet</h2>
      {fitting.length === 0 ? (
        <p className="muted">Aucun voyageur sur ce trajet pour l'instant, votre annonce leur sera visible.</p>
      ) : (
        <ul className="card-grid">
          {fitting.slice(0, 4).map((trip) => (
            <TripCard key={trip.id} trip={trip} />
          ))}
        </ul>
      )}
    </section>
  );
}
