import { flushSync } from 'react-dom';

/** Fields marked by the JSX runtime: the application controls their text, which the `value` attribute shows too. */
const controlled = 'input[data-controlled], textarea[data-controlled]';
type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Makes the visible text count: password managers, translators and voice input change fields without an event. Before
 * it handles a click, a submit, Enter or a blur, the application gets the current text. The returned function ends
 * this.
 */
export function followShownValues(): () => void {
  const takeAll = () => take(document.querySelectorAll<Field>(controlled));
  const onKey = ({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && takeAll();
  const onLeave = ({ target }: FocusEvent) =>
    target instanceof Element && target.matches(controlled) && take([target as Field]);
  document.addEventListener('click', takeAll, true);
  document.addEventListener('submit', takeAll, true);
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('focusout', onLeave, true);
  return () => {
    document.removeEventListener('click', takeAll, true);
    document.removeEventListener('submit', takeAll, true);
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('focusout', onLeave, true);
  };
}

function take(fields: Iterable<Field>): void {
  // Reads all before reporting any, because each rendering resets the other fields to the application's state.
  const changed = [...fields]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value }));
  // Flushed, so that the handler of the press reads the new state.
  for (const { field, value } of changed) flushSync(() => tellValue(field, value));
  // A list of suggestions closes, and a field shows what it understood.
  for (const { field } of changed)
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

/** React caches the value of a field. Setting another text first makes it see the change. */
export function tellValue(field: Field | HTMLSelectElement, value: string): void {
  field.value = value === '' ? ' ' : '';
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}
