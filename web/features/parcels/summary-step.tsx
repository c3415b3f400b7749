import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { countryName } from '#shared/values/places.ts';
import { isDay, longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { readGrams } from '#shared/values/typed/numbers.ts';
import type { ParcelFormState } from '#web/features/parcels/parcel-form.ts';
import { Travellers } from '#web/features/parcels/travellers.tsx';
import type { Sending } from '#web/features/parcels/use-publish-parcel.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import type { PlaceValue } from '#web/forms/place/place-field.tsx';
import { moneyTyped } from '#web/forms/typed-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { SendingBar } from '#web/ui/progress/sending-bar.tsx';

interface SummaryStepProps {
  form: ParcelFormState;
  onEdit: (field: string) => void;
  sending: Sending;
  onRetry: () => void;
  edited: Parcel | undefined;
}

/** Step 2, « Choisir un voyageur »: the parcel to publish, and matching travellers. */
export function SummaryStep({ form, onEdit, sending, onRetry, edited }: SummaryStepProps) {
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
    ['weight', 'Poids', weightText(readGrams(values.weight) ?? 0)],
    ['size', 'Taille', values.size ? sizeDescriptions[values.size] : ''],
    ['deadline', 'Date limite', isDay(values.deadline) ? longDay(values.deadline) : ''],
    ['price', 'Prix proposé', price ? moneyText(price) : priceToAgree],
    [
      'file',
      'Photo ou document',
      values.file ? (
        <FileSummary key="file" file={values.file} />
      ) : edited?.file && values.keepsFile ? (
        'Fichier actuel conservé'
      ) : (
        'Aucun'
      ),
    ],
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
                <Button variant="link" size="small" aria-label={`Modifier : ${name}`} onClick={() => onEdit(field)}>
                  Modifier
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <fieldset className="form__group">
        <legend>Options supplémentaires</legend>
        <CheckboxField label="Contenu fragile" optional {...register('isFragile')} />
        <CheckboxField label="Appareil électronique" optional {...register('hasElectronics')} />
      </fieldset>
      {!edited && (
        <section className="form__group" aria-labelledby="travellers">
          <h2 id="travellers">Voyageurs sur ce trajet</h2>
          <Travellers form={form} />
        </section>
      )}
      <Callout tone="info">
        <p>Votre annonce est vérifiée par notre équipe sous 24 à 48 heures, puis visible par les transporteurs.</p>
        <p>Vous choisissez vous-même votre voyageur, après avoir échangé par la messagerie.</p>
      </Callout>
      <SendingState sending={sending} onRetry={onRetry} />
    </>
  );
}

/** It is next to the button that sends the file. */
function SendingState({ sending, onRetry }: Pick<SummaryStepProps, 'sending' | 'onRetry'>) {
  return (
    <>
      {typeof sending === 'object' && (
        <p className="summary__sending">
          <SendingBar sending={sending} label="Envoi du fichier" />
          <span className="small muted">Envoi du fichier : {Math.round(sending.share * 100)} %</span>
        </p>
      )}
      {sending === 'failed' && (
        <p className="field__error">
          L'envoi du fichier a échoué. Rien n'est perdu.{' '}
          <Button size="small" onClick={onRetry}>
            Réessayer l'envoi
          </Button>
        </p>
      )}
    </>
  );
}

const placeText = ({ city, countryCode }: PlaceValue) => (
  <span translate="no">
    {[isolated(city.trim()), countryCode && countryName(countryCode)].filter(Boolean).join(', ')}
  </span>
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
