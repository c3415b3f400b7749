import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { Sentence } from '#shared/client-refusals.ts';
import { anywayText } from '#shared/messaging/warnings.ts';
import { fieldId } from '#web/forms/field.tsx';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { Button } from '#web/ui/button.tsx';

interface Problem {
  name: string;
  message: string;
}
/** One line: `label` is the field's label on the page, absent where it has no short label. */
type Line = Problem & { label?: string };

/**
 * All errors of a form at its top, in the order of its fields, each with the field's own label, so that no two lines
 * are the same. It takes the focus after each failed submit.
 * `errors`: react-hook-form's. `attempt`: its `submitCount`. `formError`: a refusal of the server. `title`: the name of
 * this failure in product 1.8 or product 2.8; otherwise the refusal or a general sentence is the title. `missing`: the
 * sentence for empty fields, shown while one is empty. `wayOut`: the link for a refused member.
 */
export function ErrorSummary<Values extends FieldValues>(props: {
  errors: FieldErrors<Values>;
  attempt: number;
  formError?: string | undefined;
  title?: string | undefined;
  missing?: Sentence | undefined;
  wayOut?: { readonly to: string; readonly text: string } | undefined;
  onAnyway?: (() => unknown) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { title, formError, missing, wayOut, onAnyway } = props;
  const problems = listProblems(props.errors);
  const shown = props.attempt > 0 && (problems.length > 0 || formError !== undefined);
  const text = formError === undefined ? missing?.detail : title && formError;
  const lines = useLines(problems);

  const announced = useRef<string>(undefined);
  const occasion = shown ? `${props.attempt} ${formError ?? ''}` : undefined;
  useEffect(() => {
    if (occasion === undefined || announced.current === occasion) return;
    announced.current = occasion;
    box.current?.focus();
  }, [occasion]);

  if (!shown) return null;
  return (
    <section ref={box} tabIndex={-1} className="panel panel--error error-summary" aria-label="Erreurs du formulaire">
      <div className="stack">
        <p className="panel__title">{title ?? formError ?? missing?.title ?? 'Certains champs sont à corriger'}</p>
        {text && <p>{text}</p>}
        {wayOut && (
          <p>
            <WayOutLink wayOut={wayOut} />
          </p>
        )}
        {onAnyway && (
          <div>
            <Button onClick={() => void onAnyway()}>{anywayText}</Button>
          </div>
        )}
        {lines.length > 0 && (
          <ul>
            {lines.map(({ name, label, message }) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`} onClick={(event) => (event.preventDefault(), focusField(name))}>
                  {label ? `${label} : ${message}` : message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The sentences of a form without a form library, for `ErrorSummary`. */
export const asErrors = (sentences: Readonly<Record<string, string | undefined>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(sentences).flatMap(([name, message]) => (message ? [[name, { type: 'custom', message }]] : [])),
  );

/** Reads labels from the page, again after each render: a field may appear together with its error. */
function useLines(problems: readonly Problem[]): readonly Line[] {
  const lines = useSyncExternalStore(
    neverTells,
    () => JSON.stringify(inPageOrder(problems)),
    () => '[]',
  );
  return JSON.parse(lines);
}

const neverTells = () => () => {};

function inPageOrder(problems: readonly Problem[]): Line[] {
  const found = problems.map((problem) => ({ problem, field: document.getElementById(fieldId(problem.name)) }));
  return found
    .toSorted((a, b) => (a.field && b.field ? (isBefore(a.field, b.field) ? -1 : 1) : 0))
    .map(({ problem, field }) => {
      const label = field?.closest('.field')?.querySelector('.field__label')?.firstChild?.textContent;
      return { ...problem, ...(label ? { label } : {}) };
    });
}

const isBefore = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

function focusField(name: string): void {
  const field = document.getElementById(fieldId(name));
  field?.focus();
  field?.scrollIntoView?.({ block: 'center' });
}

/** Nested errors flattened: `{ arrival: { city: { message } } }` is the error of `arrival.city`. */
function listProblems(errors: object, path = ''): Problem[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (!value || typeof value !== 'object' || key === 'ref') return [];
    const name = path ? `${path}.${key}` : key;
    if ('message' in value && typeof value.message === 'string') return [{ name, message: value.message }];
    return listProblems(value, name);
  });
}
