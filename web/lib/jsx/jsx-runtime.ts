import * as react from 'react/jsx-runtime';
import { ownTexts } from '#web/lib/jsx/own-texts.ts';

/** Text fields. A number field's attribute does not follow its value while typing. */
const isText = (type: unknown) =>
  type === undefined || (typeof type === 'string' && /^(?:text|tel|email|search|password)$/.test(type));

/** Marks controlled fields (`web/lib/shown-values.ts`). Changes the given props. */
export function ownValues(type: unknown, props: Record<string, unknown>): void {
  if (type !== 'textarea' && !(type === 'input' && isText(props['type']))) return;
  if (typeof props['value'] === 'string' && !props['readOnly']) props['data-controlled'] = '';
}

export { Fragment, type JSX } from 'react/jsx-runtime';

export const jsx: typeof react.jsx = (type, props, key) => {
  ownTexts(type, props as object);
  ownValues(type, props as Record<string, unknown>);
  return react.jsx(type, props, key);
};

export const jsxs: typeof react.jsxs = (type, props, key) => {
  ownTexts(type, props as object);
  ownValues(type, props as Record<string, unknown>);
  // A single remaining text is not an array.
  return Array.isArray((props as { children?: unknown }).children)
    ? react.jsxs(type, props, key)
    : react.jsx(type, props, key);
};
