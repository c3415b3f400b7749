import { failed } from '#web/lib/api/problem.ts';
import { createStore } from '#web/lib/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
export interface Toast {
  id: number;
  kind: ToastKind;
  title: string;
  description?: string;
  link?: ToastLink;
  at: string;
}
/** The member's next step: a link, or an act. */
export type ToastLink = { text: string } & ({ to: string } | { act: () => void });

/** Milliseconds that an unattended toast stays: success 5 s (product 1.9), errors longer. */
export const toastDurationMs: Record<ToastKind, number> = { success: 5_000, info: 5_000, error: 10_000 };

/** A phone shows only one. */
const mostAtOnce = () => (matchMedia('(min-width: 48em)').matches ? 3 : 1);

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/**
 * A toast replaces an earlier one with the same title. A success removes visible errors. `at`: the path of the toast's
 * page, when it is shown before the navigation to it.
 */
const show =
  (kind: ToastKind) =>
  (title: string, description?: string, link?: ToastLink, at: string = location.pathname) => {
    lastId += 1;
    const shown: Toast = { id: lastId, kind, title, at, ...(description && { description }), ...(link && { link }) };
    keep((before) => before.title !== title && !(kind === 'success' && before.kind === 'error'));
    toasts.set([...toasts.get(), shown].slice(-mostAtOnce()));
  };

function keep(isKept: (shown: Toast) => boolean): void {
  const before = toasts.get();
  if (!before.every(isKept)) toasts.set(before.filter(isKept));
}

/**
 * Toasts, one for each act. They are never the only place of an error: an error that blocks the member also stays in
 * the page. A form shows its errors in its summary (`ErrorSummary`), under the title that the toast would have.
 */
export const toast = {
  success: show('success'),
  error: show('error'),
  failed: (title: string, error: unknown, link?: ToastLink) => {
    const sentence = failed(title, error);
    show('error')(sentence.title, sentence.detail, link);
  },
  info: show('info'),
  dismiss: (id: number) => keep((shown) => shown.id !== id),
  /** Removes the toast with this title, because its cause is fixed. */
  settle: (title: string) => keep((shown) => shown.title !== title),
  /** The member tries again: removes earlier errors. */
  retry: () => keep(({ kind }) => kind !== 'error'),
  /** Removes errors of the page that is left, and toasts that lead to this one. */
  arrive: (pathname: string, search = '') =>
    keep(
      ({ kind, at, link }) =>
        (kind !== 'error' || at === pathname) && !(link && 'to' in link && link.to === pathname + search),
    ),
};
