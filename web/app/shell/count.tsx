import '#web/app/shell/count.css';

/** Number of unread messages or waiting requests, beside their link; nothing for none. */
export function Count({ value, of = 'messages' }: { value: number | undefined; of?: 'messages' | 'requests' }) {
  if (!value) return null;
  const word = of === 'messages' ? (value === 1 ? 'non lu' : 'non lus') : 'en attente';
  return (
    <span className="count-badge">
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {word}</span>
    </span>
  );
}
