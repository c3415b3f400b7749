import { tellValue } from '#web/lib/shown-values.ts';

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
interface Typed {
  readonly value: string;
  readonly isChecked: boolean;
}

/**
 * Records the input in the fields of `root` until the application runs: their current values, and what a slow phone's
 * user types while React renders. The returned function replays it in the application; call it once, outside React's
 * own work, when the page is rendered. It finds the fields again in a new page that replaces the built one.
 */
export function typedEarly(root: HTMLElement): () => void {
  let focused = document.activeElement;
  const touched = new Map<FormField, Typed>();
  const note = (field: FormField) => {
    // A radio button that is chosen again becomes the last one.
    touched.delete(field);
    touched.set(field, { value: field.value, isChecked: isTicked(field) && field.checked });
  };
  for (const field of root.querySelectorAll<FormField>('input, select, textarea')) if (isTouched(field)) note(field);

  const onEvent = ({ type, target }: Event) => {
    if (!(target instanceof Element) || !isField(target)) return;
    if (type === 'focusin') focused = target;
    else note(target);
  };
  const events = ['input', 'focusin'];
  for (const event of events) root.addEventListener(event, onEvent, true);
  return () => {
    for (const event of events) root.removeEventListener(event, onEvent, true);
    for (const [field, typed] of touched) tell(field, typed);
    if (isField(focused) && !focused.isConnected) twinOf(focused)?.focus();
  };
}

const isField = (element: Element | null): element is FormField =>
  element !== null && ['input', 'select', 'textarea'].includes(element.localName);

const isTicked = (field: FormField): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const isFileField = (field: FormField): field is HTMLInputElement => field.type === 'file';

function isTouched(field: FormField): boolean {
  if (!isTicked(field)) return field.value !== untouched(field);
  return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
}

function untouched(field: FormField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

function tell(field: FormField, { value, isChecked }: Typed): void {
  const now = field.isConnected ? field : twinOf(field);
  if (!now) return;
  if (isTicked(now)) tick(now, isChecked);
  else if (isFileField(now) && isFileField(field)) choose(now, field.files);
  // The element stayed, so the person may have continued, or React may have restored its own value.
  else type(now, now === field && isTouched(field) ? field.value : value);
  if (now !== document.activeElement) now.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

function twinOf(field: FormField): FormField | undefined {
  const all = [...document.querySelectorAll<FormField>(field.localName)];
  return all.find((other) => other.id === field.id && other.type === field.type && labelOf(other) === labelOf(field));
}

/** Firefox supports `ariaLabel` only since 119. */
const labelOf = (field: FormField) => field.getAttribute('aria-label');

/**
 * A checkbox is first unset, and a text first emptied, because react-hook-form may already have the value without an
 * event.
 */
function tick(field: HTMLInputElement, isChecked: boolean): void {
  if (field.type === 'radio') field.checked = false;
  else {
    field.checked = isChecked;
    field.click();
  }
  field.click();
}

function choose(field: HTMLInputElement, files: FileList | null): void {
  if (field.files !== files) field.files = files;
  say(field, 'change');
}

function type(field: FormField, value: string): void {
  const caret = 'selectionStart' in field ? field.selectionStart : null;
  // React hydrates a part of the page at the first event in it.
  say(field, 'input');
  tellValue(field, untouched(field));
  tellValue(field, value);
  if (caret !== null && 'setSelectionRange' in field) field.setSelectionRange(caret, caret);
}

const say = (field: FormField, event: 'input' | 'change') => field.dispatchEvent(new Event(event, { bubbles: true }));
