/**
 * The focus moves to the next waiting card after a decision, else to the first one, and in an empty queue to its
 * sentence. A card is marked by `data-queue="waits"`, the sentence by `data-queue="end"`.
 */
export function focusNextWaiting(card: HTMLElement): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-queue="waits"]')].filter((other) => other !== card);
  const isAfter = (other: HTMLElement) =>
    (card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = waiting.find(isAfter) ?? waiting[0];
  const target =
    next?.querySelector<HTMLElement>('h3') ??
    document.querySelector<HTMLElement>('[data-queue="end"]') ??
    document.querySelector<HTMLElement>('.more-button button') ??
    card.querySelector<HTMLElement>('h3');
  target?.focus();
}
