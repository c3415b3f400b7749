import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';
import { keepFocus } from '#web/ui/submit-button.tsx';
import '#web/forms/field.css';

type ComboboxProps<Item> = FieldProps & {
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  itemText: (item: Item) => string;
  onChoose: (item: Item) => void;
  status: string;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

const none = -1;

/**
 * A text box with suggestions and the keys of an ARIA combobox: arrows, Home, End, Enter, Escape. Enter chooses the
 * marked suggestion, and sends the form if none is marked. Escape and blur close the list and keep the text.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { text, onText, items, itemKey, itemText, onChoose, status, onBlur, ref, ...field } = props;
  const [wanted, setWanted] = useState(false);
  const [marked, setMarked] = useState(none);
  const isOpen = wanted && items.length > 0;
  const aria = fieldAria(field);
  const listId = `${aria.id}-list`;
  const optionId = (index: number) => `${aria.id}-option-${index}`;

  const show = (isWanted: boolean) => {
    setWanted(isWanted);
    setMarked(none);
  };
  const choose = (item: Item | undefined) => {
    show(false);
    if (item !== undefined) onChoose(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = isOpen ? nextMark(event.key, marked, items.length) : firstMark(event.key, items.length);
    const takes = event.key === 'Enter' && isOpen && marked !== none;
    // No suggestion is marked, or the list is closed, so the key belongs to the form or its dialog.
    if (target !== undefined || takes || (event.key === 'Escape' && isOpen)) event.preventDefault();
    if (target !== undefined) {
      setWanted(true);
      setMarked(target);
    } else if (takes) choose(items[marked]);
    else if (event.key === 'Enter' || event.key === 'Escape') show(false);
  };

  return (
    <Field {...field}>
      <div className="combobox">
        <input
          {...aria}
          ref={ref}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && marked !== none ? optionId(marked) : undefined}
          value={text}
          dir="auto"
          autoComplete="off"
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
          onChange={(event) => {
            show(true);
            onText(event.currentTarget.value);
          }}
          onClick={() => setWanted(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            show(false);
            onBlur?.();
          }}
        />
        <Suggestions
          id={listId}
          label={field.label}
          {...{ isOpen, items, itemKey, itemText, optionId, marked }}
          onMark={setMarked}
          onChoose={choose}
        />
      </div>
      <output className={isOpen ? 'visually-hidden' : 'field__hint'}>{wanted ? status : ''}</output>
    </Field>
  );
}

type SuggestionsProps<Item> = Pick<ComboboxProps<Item>, 'items' | 'itemKey' | 'itemText' | 'onChoose'> & {
  id: string;
  label: string;
  isOpen: boolean;
  marked: number;
  optionId: (index: number) => string;
  onMark: (index: number) => void;
};

/** The list of suggestions. The marked one is scrolled into view. */
function Suggestions<Item>(props: SuggestionsProps<Item>) {
  const { id, label, isOpen, items, itemKey, itemText, optionId, marked, onMark, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen && marked !== none) list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, marked]);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className="combobox__list"
      hidden={!isOpen}
      // Dragging the list's scroll bar must not blur the box, because a blur closes the list.
      onMouseDown={keepFocus}
    >
      {isOpen &&
        items.map((item, index) => (
          // The box keeps the focus and handles the keys.
          <button
            key={itemKey(item)}
            type="button"
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className="combobox__option"
            dir="auto"
            onMouseMove={() => onMark(index)}
            onClick={() => onChoose(item)}
          >
            {itemText(item)}
          </button>
        ))}
    </div>
  );
}

/** The suggestion that a key marks in an open list; undefined for other keys. */
const nextMark = (key: string, marked: number, count: number): number | undefined =>
  ({
    ArrowDown: (marked + 1) % count,
    ArrowUp: marked <= 0 ? count - 1 : marked - 1,
    Home: 0,
    End: count - 1,
  })[key];

const firstMark = (key: string, count: number): number | undefined =>
  count > 0 ? { ArrowDown: 0, ArrowUp: count - 1 }[key] : undefined;

export function resultCount(count: number): string {
  if (count === 0) return 'Aucun résultat trouvé';
  return count === 1 ? '1 résultat' : `${count} résultats`;
}
