import * as z from 'zod/mini';

/** The readable part. `isWhole`: nothing was left out. */
export interface ReadReply<T> {
  readonly data: T;
  readonly isWhole: boolean;
}
type Part = { readonly data: unknown } | undefined;

/**
 * Reads a reply or a stored value of another release. An unknown value only removes the smallest part that can be
 * absent: an optional field, a row of a list, an entry of a record. Undefined when nothing can be left out.
 */
export function readReply<S extends z.core.$ZodType>(schema: S, value: unknown): ReadReply<z.output<S>> | undefined {
  const whole = z.safeParse(schema, value);
  if (whole.success) return { data: whole.data, isWhole: true };
  const part = readPart(schema, value);
  return part && { data: part.data as z.output<S>, isWhole: false };
}

function readPart(schema: z.core.$ZodType, value: unknown): Part {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional')
    return value === undefined ? { data: undefined } : (readPart(def.innerType, value) ?? { data: undefined });
  if (def.type === 'array')
    return Array.isArray(value) ? { data: value.flatMap((row) => datum(readPart(def.element, row))) } : undefined;
  if (def.type === 'object') return isRecord(value) ? readObject(def.shape, value) : undefined;
  if (def.type === 'record') return isRecord(value) ? readRecord(def, value) : undefined;
  if (def.type === 'union')
    return def.options.map((option) => strictly(option, value) ?? readPart(option, value)).find(Boolean);
  return strictly(schema, value);
}

function readObject(shape: Readonly<Record<string, z.core.$ZodType>>, value: Readonly<Record<string, unknown>>): Part {
  const data: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const part = readPart(field, value[key]);
    if (!part) return undefined;
    if (part.data !== undefined) data[key] = part.data;
  }
  return { data };
}

function readRecord(
  { keyType, valueType, partial }: z.core.$ZodRecordDef,
  value: Readonly<Record<string, unknown>>,
): Part {
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const part = strictly(keyType, key) && readPart(valueType, one);
    return part ? [[key, part.data] as const] : [];
  });
  const data = Object.fromEntries(entries);
  const needed = partial ? [] : [...(keyType._zod.values ?? [])];
  return needed.every((key) => String(key) in data) ? { data } : undefined;
}

function strictly(schema: z.core.$ZodType, value: unknown): Part {
  const { success, data } = z.safeParse(schema, value);
  return success ? { data } : undefined;
}

const datum = (part: Part): readonly unknown[] => (part ? [part.data] : []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
