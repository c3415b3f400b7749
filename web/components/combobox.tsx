import { useCombobox } from 'downshift';
import { type KeyboardEvent, type MouseEvent, type Ref, useImperativeHandle, useState } from 'react';
import { Field, type FieldProps, fieldAria } from '#web/components/field.tsx';
import '#web/components/combobox.css';

type ComboboxProps<Item> = FieldProps & {
  /** What stands in the box; any text may stay there. */
  text: string;
  onText: (text: string) => void;
  /** Best first. An empty list keeps the box closed. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  itemText: (item: Item) => string;
  onChoose: (item: Item) => void;
  /** Said, and shown when nothing is listed: « Aucun résultat trouvé ». */
  status: string;
  onBlur?: (() => void) | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;

/**
 * A text box that suggests. Enter takes the marked suggestion and sends the form when none is marked; Escape and
 * leaving close the list and leave the text as it is.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { text, onText, items, itemKey, itemText, onChoose, status, onBlur, autoComplete, ref, ...field } = props;
  const [wanted, setWanted] = useState(false);
  const isOpen = wanted && items.length > 0;
  const { id, ...aria } = fieldAria(field);
  // Downshift keeps a ref of its own on the box.
  useImperativeHandle(ref, () => document.getElementById(id) as HTMLInputElement, [id]);
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Item>({
    items: [...items],
    inputId: id,
    menuId: `${id}-list`,
    getItemId: (index) => `${id}-option-${index}`,
    inputValue: text,
    selectedItem: null,
    itemToString: (item) => (item === null ? '' : itemText(item)),
    itemToKey: (item) => (item === null ? null : itemKey(item)),
    isOpen,
    onIsOpenChange: ({ isOpen: next }) => setWanted(next),
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChoose(selectedItem),
    stateReducer: (state, { type, changes }) =>
      type === InputBlur || type === InputKeyDownEscape ? { ...state, isOpen: false, highlightedIndex: -1 } : changes,
  });

  return (
    <Field {...field}>
      <div className="combobox">
        <input
          {...getInputProps({
            ...aria,
            // The label of the field names the box; downshift would point to one of its own.
            'aria-labelledby': undefined,
            onChange: (event: { currentTarget: HTMLInputElement }) => {
              setWanted(true);
              onText(event.currentTarget.value);
            },
            onKeyDown: (event: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }) => {
              // Nothing is marked, or nothing is open: the key belongs to the form, or to the dialog around it.
              const isOurs = event.key === 'Enter' ? highlightedIndex >= 0 : isOpen;
              if (isOurs || (event.key !== 'Enter' && event.key !== 'Escape')) return;
              event.nativeEvent.preventDownshiftDefault = true;
              setWanted(false);
            },
            onBlur: () => {
              setWanted(false);
              onBlur?.();
            },
          })}
          type="text"
          dir="auto"
          autoComplete={autoComplete ?? 'off'}
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
        />
        <ul
          {...getMenuProps({ 'aria-label': field.label, onMouseDown: keepFocus })}
          className="combobox__list"
          hidden={!isOpen}
        >
          {isOpen &&
            items.map((item, index) => (
              <li key={itemKey(item)} {...getItemProps({ item, index })} className="combobox__option" dir="auto">
                {itemText(item)}
              </li>
            ))}
        </ul>
      </div>
      <output className={isOpen ? 'visually-hidden' : 'field__hint'}>{wanted ? status : ''}</output>
    </Field>
  );
}

/** Dragging the list's scroll bar must not leave the box, which would close the list. */
const keepFocus = (event: MouseEvent) => event.preventDefault();
