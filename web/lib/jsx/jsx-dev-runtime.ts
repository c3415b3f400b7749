import * as react from 'react/jsx-dev-runtime';
import { ownValues } from '#web/lib/jsx/jsx-runtime.ts';
import { ownTexts } from '#web/lib/jsx/own-texts.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...source) => {
  ownTexts(type, props as object);
  ownValues(type, props as Record<string, unknown>);
  const isList = Array.isArray((props as { children?: unknown }).children);
  return react.jsxDEV(type, props, key, isStatic && isList, ...source);
};
