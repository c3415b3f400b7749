import '#web/app/shell/count.css';

/** Number of unread messages, beside their link. */
export function Count({ value }: { value: number }) {
  return (
    <span className="count-badge">
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {value === 1 ? 'non lu' : 'non lus'}</span>
    </span>
  );
}
