import { Refusal } from '#shared/refusal.ts';

/** A position within a list, opaque to callers. It names keys only of the list that it is used with, so it grants nothing. */
export const encodeCursor = (last: Record<string, unknown> | undefined): { next?: string } =>
  last ? { next: Buffer.from(JSON.stringify(last)).toString('base64url') } : {};

/** What is told of a cursor that is not ours. */
export const unknownPage = { fields: { cursor: 'Page inconnue' } };

/** The position that a cursor stands for; a cursor that is not ours is INVALID. */
export function decodeCursor(cursor: string | undefined): Record<string, string> | undefined {
  if (!cursor) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part === 'string')) {
      return value as Record<string, string>;
    }
  } catch {
    // falls through to the refusal
  }
  throw new Refusal('INVALID', undefined, unknownPage);
}
