import type { FilterPart, ListingKind } from '#shared/search/filter.ts';
import { type Choice, choicesOf, orderOf, togglesOf } from '#web/features/search/filter-words.ts';
import '#web/features/search/search.css';
import '#web/forms/field.css';

interface FilterBarProps {
  kind: ListingKind;
  parts: readonly FilterPart[];
  onChange: (parts: FilterPart[]) => void;
}

/** The order of the list and its filters besides route and date, in one row: on phones it scrolls sideways. */
export function FilterBar({ kind, parts, onChange }: FilterBarProps) {
  const has = (part: FilterPart) => parts.includes(part);
  const choose = ({ options }: Choice, chosen: FilterPart | undefined) => {
    const others = parts.filter((part) => !options.some((option) => option.part === part));
    onChange(chosen ? [...others, chosen] : others);
  };
  return (
    <fieldset className="filter-bar needs-scripts">
      <legend className="visually-hidden">Ordre et filtres</legend>
      {[orderOf[kind], ...choicesOf[kind]].map((choice) => {
        const chosen = choice.options.find(({ part }) => has(part))?.part;
        return (
          <select
            key={choice.label}
            className="filter-bar__item select-arrow"
            aria-label={choice.label}
            data-chosen={chosen !== undefined || undefined}
            value={chosen ?? ''}
            onChange={({ target }) => choose(choice, choice.options.find(({ part }) => part === target.value)?.part)}
          >
            <option value="">{choice.none}</option>
            {choice.options.map(({ part, text }) => (
              <option key={part} value={part}>
                {text}
              </option>
            ))}
          </select>
        );
      })}
      {togglesOf[kind].map(({ part, text }) => (
        <button
          key={part}
          type="button"
          className="filter-bar__item"
          aria-pressed={has(part)}
          data-chosen={has(part) || undefined}
          onClick={() => onChange(has(part) ? parts.filter((other) => other !== part) : [...parts, part])}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
