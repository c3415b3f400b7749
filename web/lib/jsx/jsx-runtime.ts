import * as react from 'react/jsx-runtime';
import { ownTexts } from '#web/lib/jsx/own-texts.ts';
import { ownValues } from '#web/lib/jsx/own-values.ts';

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
