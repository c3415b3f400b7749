import { useId } from 'react';

interface BarsProps {
  title: string;
  bins: readonly { label: string; count: number }[];
}

const drawing = { width: 320, height: 96, gap: 6 };

/** Counts as bars, and the same as a table for screen readers. */
export function Bars({ title, bins }: BarsProps) {
  const id = useId();
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = (drawing.width - drawing.gap * (bins.length - 1)) / bins.length;
  return (
    <figure className="bars" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${drawing.width} ${drawing.height + 18}`} aria-hidden="true">
        {bins.map(({ label, count }, at) => {
          const height = Math.max(2, (count / most) * drawing.height);
          const x = at * (width + drawing.gap);
          return (
            <g key={label}>
              <rect x={x} y={18 + drawing.height - height} width={width} height={height} rx="2" />
              {count > 0 && (
                <text x={x + width / 2} y={12 + drawing.height - height} textAnchor="middle">
                  {count}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <p className="bars__ends small muted" aria-hidden="true">
        <span>{bins[0]?.label}</span>
        {bins.length > 1 && <span>{bins.at(-1)?.label}</span>}
      </p>
      <details>
        <summary>Voir en tableau</summary>
        <table className="bars__table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Période</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="numeric">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
