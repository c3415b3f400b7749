/** One promise: what was measured, beside its limit. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  readonly unit: string;
}

/** More than promises: their raw data and comparisons. */
export interface Detail {
  readonly caption: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

export interface Measurement {
  readonly figures: readonly Figure[];
  readonly details?: readonly Detail[];
}

/** A measurement in the document. */
export interface Section extends Measurement {
  readonly title: string;
}

export const holds = ({ measured, atMost }: Figure): boolean => measured <= atMost;

/** Two decimal places where they are significant. */
export const shown = (value: number, unit = ''): string =>
  `${Number(value.toFixed(Math.abs(value) < 0.1 ? 4 : Math.abs(value) < 10 ? 2 : 1))} ${unit}`.trim();

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

/** The value at this share of the sorted values (a percentile). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
