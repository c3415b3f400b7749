import './web-browser.ts';
import { readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { laterBanners } from '#web/lib/later-banners.ts';
import { forgetEverything } from '../render-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** A file that replaces modules, loads them again or changes what they are loaded with shares none with others. */
const isAlone = /\bvi\.(mock|doMock|resetModules|stubEnv)\(/.test(
  readFileSync(expect.getState().testPath ?? '', 'utf8'),
);
if (isAlone) vi.resetModules();

const before = new Map([navigator, document].map((object) => [object, Reflect.ownKeys(object)]));

// Files of a worker share its window and its modules: what one of them sets there is gone for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  if (isAlone) vi.resetModules();
  for (const [object, keys] of before)
    for (const key of Reflect.ownKeys(object)) if (!keys.includes(key)) Reflect.deleteProperty(object, key);
  document.body.replaceChildren();
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
  forgetEverything();
  laterBanners.set({});
});
