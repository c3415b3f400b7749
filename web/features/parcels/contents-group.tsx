import '#web/features/parcels/contents-group.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, useController } from 'react-hook-form';
import { Category, mostPieces, whatLength } from '#shared/parcels/contents.ts';
import { categoryLabels } from '#shared/parcels/contents-words.ts';
import { type CustomsFinding, judge } from '#shared/parcels/customs.ts';
import { readWhole } from '#shared/values/typed/numbers.ts';
import { categoryIcons } from '#web/features/parcels/category-icons.ts';
import type { ParcelFormState, ParcelValues } from '#web/features/parcels/parcel-form.ts';
import { CharacterCount } from '#web/forms/character-count.tsx';
import { FieldError, FieldHint, fieldAria, fieldId, Requirement } from '#web/forms/field.tsx';
import { look } from '#web/forms/text-field.tsx';
import { announce } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { keepFocus } from '#web/ui/submit-button.tsx';

type Rows = ParcelValues['contents'];
type Row = Rows[number];
type RowErrors = FieldErrors<Row> | undefined;

const shownFirst = 10;
const groupId = fieldId('contents');
const chipId = (category: Category) => (category === Category.options[0] ? groupId : `${groupId}-${category}`);

/** Shows a field or chip in place of the pressed button, whose focus it takes. */
function showAndFocus(show: () => void, id: string): void {
  flushSync(show);
  document.getElementById(id)?.focus();
}

const verdictWords = { notice: 'À savoir', refused: 'Refusé' } as const;

interface ContentsGroupProps {
  form: ParcelFormState;
  /** Why the list is to be corrected; the page opens here. */
  note?: ReactNode;
}

/** The group shows chips, and a row for each pressed one with the sentence of customs (rule 187). */
export function ContentsGroup({ form, note }: ContentsGroupProps) {
  const { control, watch, formState } = form;
  const { field } = useController({ control, name: 'contents' });
  const rows: Rows = field.value;
  const [from, to] = watch(['pickup.countryCode', 'delivery.countryCode']);
  const findings = judge(rows, from, to);
  // A chip that is pressed again has its number and words back.
  const taken = useRef(new Map<Category, Row>());
  const error = formState.errors.contents;

  const add = (category: Category) => {
    field.onChange([...rows, taken.current.get(category) ?? { category, count: '1', what: '' }]);
    const said = judge([{ category }], from, to).filter((finding) => finding.category === category);
    announce([categoryLabels[category], ...said.map(sentenceOf)].join('. '));
  };
  const remove = (row: Row) => {
    taken.current.set(row.category, row);
    removeRow(form, rows.indexOf(row));
    document.getElementById(chipId(row.category))?.focus();
  };
  const toggle = (category: Category) => {
    const row = rows.find((one) => one.category === category);
    if (row) remove(row);
    else add(category);
  };
  return (
    <section className="form__group">
      <h2>Contenu du colis</h2>
      {note && <Note>{note}</Note>}
      <fieldset className="field" aria-describedby={error?.message ? `${groupId}-error` : `${groupId}-hint`}>
        <legend className="field__label">
          Ce que contient le colis
          <Requirement />
        </legend>
        <p id={`${groupId}-hint`} className="field__hint">
          Touchez tout ce qu'il contient : le voyageur en répond à la douane.
        </p>
        <Chips rows={rows} onToggle={toggle} />
        <FieldError id={groupId} error={error?.message} />
      </fieldset>
      {rows.length > 0 && (
        <ul className="contents-rows" aria-label="Contenu déclaré">
          {rows.map((row, index) => (
            <ContentRow
              key={row.category}
              row={row}
              index={index}
              errors={error?.[index]}
              findings={findings.filter(({ category }) => category === row.category)}
              onChange={(change) => field.onChange(rows.map((one) => (one === row ? { ...row, ...change } : one)))}
              onRemove={() => remove(row)}
            />
          ))}
        </ul>
      )}
      {findings
        .filter(({ category }) => category === 'all')
        .map((finding) => (
          <Notice key={finding.text} finding={finding} />
        ))}
    </section>
  );
}

/** The errors of the rows below move up with them. */
function removeRow({ getValues, setValue, formState, clearErrors, setError }: ParcelFormState, removed: number): void {
  const rows = getValues('contents').filter((_, index) => index !== removed);
  const errors = getValues('contents').map((_, index) => formState.errors.contents?.[index]);
  // An empty list is judged like any change; a judged list would lose what the server has refused.
  setValue('contents', rows, { shouldDirty: true, shouldValidate: formState.isSubmitted && rows.length === 0 });
  clearErrors('contents');
  for (const [index, error] of errors.filter((_, index) => index !== removed).entries())
    for (const part of ['category', 'count', 'what'] as const)
      if (error?.[part]) setError(`contents.${index}.${part}`, error[part]);
}

function Chips({ rows, onToggle }: { rows: Rows; onToggle: (category: Category) => void }) {
  const isPressed = (category: Category) => rows.some((row) => row.category === category);
  const [showsAll, setShowsAll] = useState(false);
  const rest = Category.options.slice(shownFirst);
  // A removed row's chip stays, because it takes the focus.
  if (!showsAll && rest.some(isPressed)) setShowsAll(true);
  return (
    <>
      <div className="content-chips">
        {Category.options.slice(0, showsAll ? undefined : shownFirst).map((category) => {
          const Icon = categoryIcons[category];
          return (
            <button
              key={category}
              type="button"
              id={chipId(category)}
              className="content-chip"
              aria-pressed={isPressed(category)}
              onMouseDown={keepFocus}
              onClick={() => onToggle(category)}
            >
              <Icon size={20} aria-hidden="true" />
              {categoryLabels[category]}
            </button>
          );
        })}
      </div>
      {!showsAll && (
        <p>
          <Button
            variant="link"
            aria-expanded={false}
            onClick={() => showAndFocus(() => setShowsAll(true), chipId(Category.options[shownFirst] ?? 'other'))}
          >
            Plus de contenus
          </Button>
        </p>
      )}
    </>
  );
}

interface ContentRowProps {
  row: Row;
  index: number;
  errors: RowErrors;
  findings: readonly CustomsFinding[];
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
}

function ContentRow({ row, index, errors, findings, onChange, onRemove }: ContentRowProps) {
  const { category, count, what } = row;
  const isOther = category === 'other';
  const [isNamed, setNamed] = useState(isOther || what !== '');
  const label = categoryLabels[category];
  const name = `contents.${index}`;
  const id = fieldId(`${name}.category`);
  const told = findings.map(({ text }) => text);
  const refusal = errors?.category?.message;
  return (
    <li className="contents-row field" id={id} tabIndex={-1} aria-label={label}>
      <p className="field__label">{label}</p>
      <Pieces
        {...{ label, count }}
        name={`${name}.count`}
        error={errors?.count?.message}
        onChange={(typed) => onChange({ count: typed })}
      />
      {isNamed && (
        <Words
          name={`${name}.what`}
          optional={!isOther}
          error={errors?.what?.message}
          value={what}
          onChange={(typed) => onChange({ what: typed })}
        />
      )}
      <div className="cluster">
        {!isNamed && (
          <Button
            variant="link"
            size="small"
            aria-label={`Préciser : ${label}`}
            onClick={() => showAndFocus(() => setNamed(true), fieldId(`${name}.what`))}
          >
            Préciser
          </Button>
        )}
        <Button variant="link" size="small" aria-label={`Retirer : ${label}`} onClick={onRemove}>
          Retirer
        </Button>
      </div>
      {findings.map((finding) => (
        <Notice key={finding.text} finding={finding} />
      ))}
      <FieldError id={id} error={refusal && !told.includes(refusal) ? refusal : undefined} />
    </li>
  );
}

interface WordsProps {
  name: string;
  optional: boolean;
  error: string | undefined;
  value: string;
  onChange: (typed: string) => void;
}

/** The sender's own words. Not a `.field`, so that the summary of errors names the row: « Autre : … ». */
function Words({ value, onChange, ...field }: WordsProps) {
  const id = fieldId(field.name);
  const hint = 'Ne nommez personne.';
  return (
    <div className="contents-row__words">
      <label className="field__label" htmlFor={id}>
        Précisions
        <Requirement optional={field.optional} />
      </label>
      <FieldHint id={id} hint={hint} />
      <input
        type="text"
        dir="auto"
        {...fieldAria({ ...field, hint })}
        className={look('amplify-input', field.error)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <CharacterCount fieldId={id} limit={whatLength} />
      <FieldError id={id} error={field.error} />
    </div>
  );
}

interface PiecesProps {
  label: string;
  name: string;
  count: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** The number of pieces can be pressed and typed. */
function Pieces({ label, name, count, error, onChange }: PiecesProps) {
  const id = fieldId(name);
  const pieces = readWhole(count) ?? 0;
  const step = (by: number) => onChange(String(Math.min(mostPieces, Math.max(1, pieces + by))));
  return (
    <div>
      <div className="pieces__steps">
        <Button aria-label={`Un de moins : ${label}`} aria-disabled={pieces <= 1 || undefined} onClick={() => step(-1)}>
          −
        </Button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          id={id}
          name={name}
          aria-label={`Nombre : ${label}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={look('amplify-input', error)}
          value={count}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button
          aria-label={`Un de plus : ${label}`}
          aria-disabled={pieces >= mostPieces || undefined}
          onClick={() => step(1)}
        >
          +
        </Button>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

const sentenceOf = ({ verdict, text }: CustomsFinding) => `${verdictWords[verdict]} : ${text}`;

const Notice = ({ finding }: { finding: CustomsFinding }) => (
  <p className={`customs-notice customs-notice--${finding.verdict}`}>
    <strong>{verdictWords[finding.verdict]}</strong> {finding.text}
  </p>
);

/** It takes the focus of the page, whose list is to be corrected. */
function Note({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Callout tone="warning">
        <p>{children}</p>
      </Callout>
    </div>
  );
}
