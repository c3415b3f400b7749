import '#web/app/shell/count.css';

/** How many messages wait, beside the link to them. */
export function Count({ value }: { value: number }) {
  return (
    <span className="count-badge">
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {value === 1 ? 'non lu' : 'non lus'}</span>
    </span>
  );
}
