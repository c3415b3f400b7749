import { Refusal } from '#shared/refusal.ts';

/** A position in a list, opaque to callers; absent on the last page. */
export const encodeCursor = (position: Readonly<Record<string, unknown>> | undefined): { next?: string } =>
  position ? { next: Buffer.from(JSON.stringify(position)).toString('base64url') } : {};

/** The refusal of a cursor that this list never issued to this caller. */
export const unknownPage = () => new Refusal('INVALID', undefined, { fields: { cursor: 'Page inconnue' } });

/** DynamoDB accepts no empty key, and none longer than this. */
const maxKeyBytes = 1024;
const isKey = (part: unknown): part is string =>
  typeof part === 'string' && part !== '' && Buffer.byteLength(part) <= maxKeyBytes;

/**
 * The position in a cursor: exactly the named parts, each a text that can be a key. INVALID for anything else; the
 * cursor's list checks the values of the parts.
 */
export function decodeCursor<Name extends string>(
  cursor: string | undefined,
  names: readonly Name[],
): Record<Name, string> | undefined {
  if (cursor === undefined) return undefined;
  const position = objectIn(cursor);
  const isWhole = Object.keys(position).length === names.length && names.every((name) => isKey(position[name]));
  if (!isWhole) throw unknownPage();
  return position as Record<Name, string>;
}

function objectIn(cursor: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw unknownPage();
}
