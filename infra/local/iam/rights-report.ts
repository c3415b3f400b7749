import type { Access, Right } from './access.ts';

/** The rights of all functions by their calls since the start. */
export interface RightsReport {
  /** Lines « function: action on resource », sorted. */
  readonly used: string[];
  readonly unused: string[];
  /** Calls that were refused, each once. */
  readonly refused: string[];
}

export function rightsReport(access: Pick<Access, 'rights' | 'refusals'>): RightsReport {
  const lines = (isUsed: boolean) =>
    access
      .rights()
      .filter((right) => right.isUsed === isUsed)
      .map(lineOf)
      .toSorted();
  return { used: lines(true), unused: lines(false), refused: access.refusals() };
}

/** A right in short: region and account are left out, because all resources share them. */
export const lineOf = ({ function: name, action, resource }: Right): string =>
  `${name}: ${action} on ${resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '')}`;
