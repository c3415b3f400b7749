import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { PlaceFields } from '#web/features/listings/place-fields.tsx';
import { emptyPlace, mostStops, type TripFormState } from '#web/features/trips/trip-form.ts';
import { announce } from '#web/lib/announce.ts';
import { Button } from '#web/ui/button.tsx';

/** The stops of a trip in order: added, moved by buttons, removed. */
export function StopsField({ form }: { form: TripFormState }) {
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
          <div className="stop__actions">
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
