/** Only while the session loads; content that loads shows a skeleton of its own shape. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="spinner">
      <span className="spinner__ring" aria-hidden="true" />
      <span>{label}</span>
    </output>
  );
}
