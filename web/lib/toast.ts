import { createStore } from '#web/lib/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
export type Toast = { id: number; kind: ToastKind; title: string; description?: string; link?: ToastLink };
export type ToastLink = { to: string; text: string };

/** How long a toast stays without attention: success 5 s (spec 1 §9), errors longer. */
export const toastDurationMs: Record<ToastKind, number> = { success: 5_000, info: 5_000, error: 10_000 };
const mostAtOnce = 3;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const show = (kind: ToastKind) => (title: string, description?: string, link?: ToastLink) => {
  lastId += 1;
  const shown: Toast = { id: lastId, kind, title, ...(description && { description }), ...(link && { link }) };
  toasts.set([...toasts.get(), shown].slice(-mostAtOnce));
};

/** Brief notices. Never the only place of an error: whatever blocks the member also stays in the page. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  dismiss: (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id)),
};
