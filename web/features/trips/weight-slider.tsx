import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

type WeightSliderProps = FieldProps & {
  value: number;
  onChange: (kilos: number) => void;
  onBlur?: () => void;
  min: number;
  max: number;
};

/** Whole kilos on a slider, and a field beside it for people who cannot drag. For react-hook-form's `Controller`. */
export function WeightSlider({ value, onChange, onBlur, min, max, ...field }: WeightSliderProps) {
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
