import type { ReactNode } from 'react';
import { FieldError, FieldHint, fieldAria, Requirement } from '#web/forms/field.tsx';
import type { FieldPropsOf } from '#web/forms/text-field.tsx';

export interface RadioOption {
  value: string;
  label: string;
  description?: string;
  icon?: ReactNode;
}

/**
 * Radio buttons as cards that can be tapped anywhere: `<RadioCards label="Taille" options={…} {...register('size')} />`
 */
export function RadioCards({
  label,
  hint,
  error,
  optional,
  id,
  name,
  options,
  ...input
}: Omit<FieldPropsOf<'input'>, 'type'> & { options: readonly RadioOption[] }) {
  const { id: groupId, ...aria } = fieldAria({ hint, error, optional, id, name });
  return (
    <fieldset className="field radio-cards" aria-describedby={aria['aria-describedby']}>
      <legend className="field__label">
        {label}
        <Requirement optional={optional} />
      </legend>
      <FieldHint id={groupId} hint={hint} />
      <div className="radio-cards__options">
        {options.map(({ value, label: text, description, icon }, index) => (
          // The first one has the group's id, so that the error summary links into the group.
          <label key={value} className="radio-card">
            <input type="radio" {...input} {...aria} id={index === 0 ? groupId : `${groupId}-${value}`} value={value} />
            {icon && <span aria-hidden="true">{icon}</span>}
            <span>
              <span className="radio-card__label">{text}</span>
              {description && <span className="muted small">{description}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={groupId} error={error} />
    </fieldset>
  );
}
