import type { ReactNode } from 'react';
import { CharacterCount } from '#web/forms/character-count.tsx';
import '#web/forms/field.css';

export interface FieldProps {
  label: string;
  /** Name in the form; the element's id comes from it, and the error summary links there. */
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows « (facultatif) » instead of the star; `silent` in a search, where no field is required. */
  optional?: boolean | 'silent';
  /** Maximum characters of a text. Near and beyond it, the field shows the count. */
  limit?: number;
  /** Needed only when two forms of one page share a name. */
  id?: string;
}

export const fieldId = (name: string) => `field-${name.replaceAll(/[^\w-]/g, '-')}`;

/** Attributes that connect a control to its label, hint and error. */
export function fieldAria({ name, id = fieldId(name), error, optional, ...field }: Omit<FieldProps, 'label'>) {
  const described = [error && `${id}-error`, hintBeside(field.hint, error) && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    name,
    required: !optional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;
}

/** An error that repeats the hint takes its place. The server's sentences have French spaces. */
function hintBeside(hint: ReactNode, error: string | undefined): ReactNode {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  return typeof hint === 'string' && error && plain(hint) === plain(error) ? undefined : hint;
}

/** Label above, hint under it, then the control, then the error. */
export function Field({ children, ...field }: FieldProps & { children: ReactNode }) {
  const id = field.id ?? fieldId(field.name);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {field.label}
        <Requirement optional={field.optional} />
      </label>
      <FieldHint id={id} hint={hintBeside(field.hint, field.error)} />
      {children}
      {field.limit !== undefined && <CharacterCount fieldId={id} limit={field.limit} />}
      <FieldError id={id} error={field.error} />
    </div>
  );
}

export function Requirement({ optional }: { optional?: FieldProps['optional'] }) {
  if (optional === 'silent') return null;
  return optional ? <span className="field__optional"> (facultatif)</span> : <span aria-hidden="true"> *</span>;
}

export const FieldHint = ({ id, hint }: { id: string; hint?: ReactNode }) =>
  hint ? (
    <p id={`${id}-hint`} className="field__hint">
      {hint}
    </p>
  ) : null;

export const FieldError = ({ id, error }: { id: string; error?: string | undefined }) =>
  error ? (
    <p id={`${id}-error`} className="field__error">
      {error}
    </p>
  ) : null;

/** Explains the star, at the top of every form with a required field. */
export const RequiredLegend = () => <p className="muted small">Les champs marqués d'un * sont obligatoires.</p>;
