import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { PriceType, Transport } from '#shared/trips/fields.ts';
import { fixedPlaces } from '#shared/trips/rules.ts';
import { onRoad, priceTypeLabels, sharedCosts, transportLabels } from '#shared/trips/words.ts';
import { maxLength } from '#shared/values/fields.ts';
import { sizeOptions } from '#web/features/listings/pictures/listing-picture.tsx';
import { PlaceFields } from '#web/features/listings/place-fields.tsx';
import { PriceField } from '#web/features/listings/price-field.tsx';
import { PublishingRules } from '#web/features/listings/publishing-rules.tsx';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { DateField } from '#web/forms/date/date-field.tsx';
import { Field, type FieldProps, fieldAria, RequiredLegend } from '#web/forms/field.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf, TextAreaField } from '#web/forms/text-field.tsx';
import { announce } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { TransportIcon } from './transport-icon.tsx';
import { emptyPlace, mostStops, type TripFormState, weightBounds } from './trip-form.ts';

/** The stops of a trip in order: added, moved by buttons, removed. */
function StopsField({ form }: { form: TripFormState }) {
  const { control, formState } = form;
  const { fields, append, remove, move } = useFieldArray({ control, name: 'stops' });
  const shift = (from: number, to: number) => {
    move(from, to);
    announce(`Étape déplacée en position ${to + 1}`);
  };
  return (
    <fieldset className="form__group">
      <legend>
        Étapes <span className="field__optional">(facultatif)</span>
      </legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="stop">
          <div className="row stop__actions">
            <span>Étape {index + 1}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Monter l'étape ${index + 1}`}
              disabled={index === 0}
              onClick={() => shift(index, index - 1)}
            >
              <ArrowUp aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Descendre l'étape ${index + 1}`}
              disabled={index === fields.length - 1}
              onClick={() => shift(index, index + 1)}
            >
              <ArrowDown aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Supprimer l'étape ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden="true" />
            </button>
          </div>
          <PlaceFields
            form={form}
            name={`stops.${index}`}
            labels={{ country: `Pays de l'étape ${index + 1}`, city: `Ville de l'étape ${index + 1}` }}
            errors={formState.errors.stops?.[index]}
          />
        </div>
      ))}
      {fields.length < mostStops && (
        <div>
          <Button onClick={() => append(emptyPlace)}>
            <Plus size={20} aria-hidden="true" /> Ajouter une étape
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type WeightSliderProps = FieldProps & {
  value: number;
  onChange: (kilos: number) => void;
  onBlur?: () => void;
  min: number;
  max: number;
};

/** Whole kilos on a slider, and a field beside it for people who cannot drag. For react-hook-form's `Controller`. */
function WeightSlider({ value, onChange, onBlur, min, max, ...field }: WeightSliderProps) {
  const known = Number.isFinite(value) ? value : min;
  const bounds = { min, max, step: 1 };
  return (
    <Field {...field}>
      <div className="weight-slider">
        <input
          type="range"
          {...bounds}
          aria-label={`${field.label}, curseur`}
          aria-valuetext={known > 1 ? `${known} kilos` : `${known} kilo`}
          value={known}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <input
          {...fieldAria(field)}
          type="number"
          inputMode="numeric"
          {...bounds}
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
          value={Number.isFinite(value) ? value : ''}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onBlur={onBlur}
        />
      </div>
    </Field>
  );
}

const transports = Transport.options.map((value) => ({
  value,
  label: transportLabels[value],
  icon: <TransportIcon transport={value} size={24} />,
}));
const priceTypes = PriceType.options.map((value) => ({ value, label: priceTypeLabels[value] }));

interface SectionProps {
  form: TripFormState;
}
type BookedProps = SectionProps & {
  /** Grams of the parcels that count on the trip. */
  booked: number;
};

/** Every field of a trip (product 2.2, product 2.3). */
export function TripFields({ form, booked }: BookedProps) {
  return (
    <>
      <RequiredLegend />
      <RouteSection form={form} booked={booked} />
      {booked === 0 && <StopsField form={form} />}
      <RoomSection form={form} booked={booked} />
      <PriceSection form={form} />
      <AcceptedSection form={form} />
      <PublishingRules />
    </>
  );
}

function RouteSection({ form, booked }: BookedProps) {
  const { errors } = form.formState;
  return (
    <section className="form__group">
      <h2>Trajet</h2>
      {booked > 0 ? (
        <FixedRoute form={form} />
      ) : (
        <>
          <PlaceFields
            form={form}
            name="depart"
            labels={{ country: 'Pays de départ', city: 'Ville de départ' }}
            errors={errors.depart}
          />
          <PlaceFields
            form={form}
            name="arrival"
            labels={{ country: "Pays d'arrivée", city: "Ville d'arrivée" }}
            errors={errors.arrival}
          />
        </>
      )}
      <Controller
        name="travelDate"
        control={form.control}
        render={({ field }) => (
          <DateField {...field} label="Date de départ" hint="Format jj/mm/aaaa" error={errors.travelDate?.message} />
        )}
      />
    </section>
  );
}

function FixedRoute({ form: { control } }: SectionProps) {
  const [depart, stops, arrival] = useWatch({ control, name: ['depart', 'stops', 'arrival'] });
  return (
    <>
      <p>
        {[depart, ...stops, arrival].map(({ countryCode, city }, index) => (
          <Fragment key={`${countryCode} ${city}`}>
            {index > 0 && ' → '}
            <bdi translate="no">{city}</bdi>
          </Fragment>
        ))}
      </p>
      <p className="muted">{fixedPlaces}</p>
    </>
  );
}

function RoomSection({ form, booked }: BookedProps) {
  const { control, formState } = form;
  const { errors } = formState;
  const field = fieldOf(form);
  return (
    <section className="form__group">
      <h2>Transport et place disponible</h2>
      <RadioCards label="Moyen de transport" options={transports} {...field('transport')} />
      <Controller
        name="maxWeightKg"
        control={control}
        render={({ field: { name, value, onChange, onBlur } }) => (
          <WeightSlider
            label="Poids maximum (kg)"
            name={name}
            {...{ value, onChange, onBlur }}
            min={Math.max(weightBounds.min, Math.ceil(booked / 1000))}
            max={weightBounds.max}
            error={errors.maxWeightKg?.message}
          />
        )}
      />
      <RadioCards label="Taille maximum" options={sizeOptions} {...field('maxSize')} />
    </section>
  );
}

function PriceSection({ form }: SectionProps) {
  const { register, control, formState, setValue } = form;
  const { errors } = formState;
  const field = fieldOf(form);
  const [priceType, transport] = useWatch({ control, name: ['priceType', 'transport'] });
  return (
    <section className="form__group">
      <h2>Prix</h2>
      <RadioCards label="Type de prix" options={priceTypes} {...field('priceType')} />
      {priceType !== 'negotiable' && (
        <PriceField
          label="Prix"
          name="amount"
          amount={register('amount')}
          currency={register('currency')}
          onRead={(amount, currency) => {
            setValue('amount', amount, { shouldValidate: true });
            if (currency) setValue('currency', currency);
          }}
          error={errors.amount?.message}
        />
      )}
      {transport !== undefined && onRoad.has(transport) && <p className="small">{sharedCosts}</p>}
    </section>
  );
}

function AcceptedSection({ form }: SectionProps) {
  const field = fieldOf(form);
  return (
    <section className="form__group">
      <h2>Ce que vous acceptez</h2>
      <CheckboxField label="J'accepte les objets fragiles" optional {...form.register('acceptsFragile')} />
      <CheckboxField label="J'accepte les appareils électroniques" optional {...form.register('acceptsElectronics')} />
      <TextAreaField
        label="Remarques"
        optional
        limit={maxLength.notes}
        hint="Lieu de rendez-vous, horaires, 500 caractères au maximum"
        {...field('notes')}
      />
    </section>
  );
}
