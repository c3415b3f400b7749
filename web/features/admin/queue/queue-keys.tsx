import { useEffect, useState } from 'react';
import { useMediaQuery } from '#web/lib/browser.ts';
import { modals } from '#web/lib/modals.ts';
import { deviceStore } from '#web/lib/storage.ts';
import '#web/features/admin/admin.css';

const keptUnder = 'envoyage.adminKeys';

/** Where keys are text or choose something by themselves. */
const takesKeys =
  'textarea, select, [contenteditable], [role="menu"], input:not([type="checkbox"], [type="radio"], [type="button"])';

const keys = [
  ['J', 'fiche suivante'],
  ['K', 'fiche précédente'],
  ['A', 'approuver la fiche'],
  ['R', 'la rejeter, avec un motif'],
] as const;

/**
 * Keys for the cards of a list, once the administrator has switched them on, on this device. Single keys are off by
 * default, because they may be pressed by accident or by speech input. A phone has no such keys.
 */
export function QueueKeys() {
  const isWide = useMediaQuery('(min-width: 48em)');
  const [on, setOn] = useState(() => deviceStore.read(keptUnder) === 'on');
  useEffect(() => {
    if (!on || !isWide) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on, isWide]);
  if (!isWide) return null;
  const change = (wanted: boolean) => {
    setOn(wanted);
    if (wanted) deviceStore.keep(keptUnder, 'on');
    else deviceStore.drop(keptUnder);
  };
  return (
    <div className="cluster queue-keys">
      <label className="cluster">
        <input
          type="checkbox"
          role="switch"
          aria-checked={on}
          aria-describedby="queue-keys"
          checked={on}
          onChange={({ target }) => change(target.checked)}
        />
        Raccourcis clavier
      </label>
      <ul id="queue-keys" className="cluster muted small">
        {keys.map(([key, act]) => (
          <li key={key}>
            <kbd translate="no">{key}</kbd> {act}
          </li>
        ))}
      </ul>
    </div>
  );
}

function press(event: KeyboardEvent): void {
  const { target, key, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
  if (event.defaultPrevented || repeat || ctrlKey || altKey || metaKey || isComposing) return;
  if (modals.get().length > 0 || (target instanceof Element && target.closest(takesKeys))) return;
  const cards = [...document.querySelectorAll<HTMLElement>('[data-queue="waits"], [data-queue="rests"]')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const acts: Readonly<Record<string, () => void>> = {
    j: () => focus(cards[at + 1]),
    k: () => focus(cards[at - 1]),
    a: () => decide(cards[at], 'approve'),
    r: () => decide(cards[at], 'reject'),
  };
  const act = acts[key.toLowerCase()];
  if (!act) return;
  // Else the letter would be typed into the dialog that it opens.
  event.preventDefault();
  act();
}

const focus = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('h3')?.focus();

function decide(card: HTMLElement | undefined, decision: 'approve' | 'reject'): void {
  const button = card?.querySelector<HTMLElement>(`[data-decision="${decision}"]`);
  button?.focus();
  button?.click();
}
