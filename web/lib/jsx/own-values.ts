/** Text fields. A number field's attribute does not follow its value while typing. */
const isText = (type: unknown) =>
  type === undefined || (typeof type === 'string' && /^(?:text|tel|email|search|password)$/.test(type));

/** Marks controlled fields (`web/lib/shown-values.ts`). Changes the given props. */
export function ownValues(type: unknown, props: Record<string, unknown>): void {
  if (type !== 'textarea' && !(type === 'input' && isText(props['type']))) return;
  if (typeof props['value'] === 'string' && !props['readOnly']) props['data-controlled'] = '';
}
