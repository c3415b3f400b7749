/** One row of the table that `npm run bench` prints. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  readonly unit: string;
}

export const holds = ({ measured, atMost }: Figure): boolean => measured <= atMost;

/** Two digits behind the point where they say something. */
const shown = (value: number, unit: string) => `${Number(value.toFixed(value < 10 ? 2 : 1))} ${unit}`.trim();

export function printFigures(figures: readonly Figure[]): void {
  console.table(
    figures.map((figure) => ({
      what: figure.what,
      measured: shown(figure.measured, figure.unit),
      'at most': shown(figure.atMost, figure.unit),
      ok: holds(figure) ? 'yes' : 'NO',
    })),
  );
}

/** The value below which this share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
