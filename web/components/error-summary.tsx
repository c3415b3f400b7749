import { useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { fieldId } from '#web/components/field.tsx';

type Problem = { name: string; message: string };

/**
 * What must be corrected, in one place at the top of the form; takes the focus each time a submit fails.
 * `errors`: react-hook-form's; `attempt`: its `submitCount`; `formError`: a refusal of the server.
 */
export function ErrorSummary<Values extends FieldValues>(props: {
  errors: FieldErrors<Values>;
  attempt: number;
  formError?: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const problems = listProblems(props.errors);
  const shown = props.attempt > 0 && (problems.length > 0 || props.formError !== undefined);

  const announced = useRef<string>(undefined);
  const occasion = shown ? `${props.attempt} ${props.formError ?? ''}` : undefined;
  useEffect(() => {
    if (occasion !== undefined && announced.current !== occasion) box.current?.focus();
    announced.current = occasion;
  }, [occasion]);

  if (!shown) return null;
  return (
    <section ref={box} tabIndex={-1} className="panel panel--error error-summary" aria-label="Erreurs du formulaire">
      <div className="stack">
        <p className="panel__title">{props.formError ?? 'Certains champs sont à corriger'}</p>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ name, message }) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`} onClick={(event) => (event.preventDefault(), focusField(name))}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function focusField(name: string): void {
  const field = document.getElementById(fieldId(name));
  field?.focus();
  field?.scrollIntoView?.({ block: 'center' });
}

/** Nested errors flattened: `{ arrival: { city: { message } } }` is the problem of `arrival.city`. */
function listProblems(errors: object, path = ''): Problem[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (!value || typeof value !== 'object' || key === 'ref') return [];
    const name = path ? `${path}.${key}` : key;
    if ('message' in value && typeof value.message === 'string') return [{ name, message: value.message }];
    return listProblems(value, name);
  });
}
