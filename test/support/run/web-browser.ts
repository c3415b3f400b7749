import { webcrypto } from 'node:crypto';
import '@testing-library/jest-dom/vitest';
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

// Every element would keep the stack of its making for messages of React: a sixth of all work on pages.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// Lazy chunks are slow on a busy machine; existing elements are found immediately.
const before = getConfig();
// Tests may stop the clock; this one continues.
const later = globalThis.setTimeout.bind(globalThis);
/** A form validates and renders in separate tasks, and on a busy machine several run between a press and its effect. */
const turns = 8;
configure({
  asyncUtilTimeout: 15_000,
  asyncWrapper: (act) =>
    before.asyncWrapper(async () => {
      const result = await act();
      for (let turn = 0; turn < turns; turn++) await new Promise((done) => later(done));
      return result;
    }),
});

// jsdom knows <dialog> but not its modal side: enough of it for the components.
const opener = Symbol('opener');
type ModalDialog = HTMLDialogElement & { [opener]?: Element | null };

HTMLDialogElement.prototype.showModal = function showModal(this: ModalDialog) {
  this[opener] = document.activeElement;
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
};

HTMLDialogElement.prototype.close = function close(this: ModalDialog) {
  if (!this.hasAttribute('open')) return;
  this.removeAttribute('open');
  if (this[opener] instanceof HTMLElement) this[opener].focus();
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  top?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

Element.prototype.scrollIntoView = () => {};
URL.createObjectURL = () => 'blob:preview';
URL.revokeObjectURL = () => {};

// Its cryptography lacks hashes.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

// It has no layout.
Element.prototype.checkVisibility = () => true;

// It has no screen width: here it is a small screen.
globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
globalThis.IntersectionObserver = class {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  /** Without a layout everything is in sight. */
  observe() {
    queueMicrotask(() => this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
  }
  disconnect() {}
} as never;
