import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Validates a form by a schema; the messages are the schema's own French sentences. */
export function zodResolver<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, { fields }) => {
    takeFromScreen(values, fields);
    // Parsed in one call, so that the problems have the order of the schema's fields.
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const { path, code, message } of result.error.issues) put(errors, path.map(String), { type: code, message });
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}

/**
 * The value on the screen counts, because a password manager may fill a field without an event. `values` are the form's
 * own, so that the form keeps the change. (Controlled fields: `web/lib/shown-values.ts`.)
 */
function takeFromScreen(values: FieldValues, fields: object): void {
  for (const [name, field] of Object.entries(fields) as [string, { ref?: unknown } | undefined][]) {
    // A field list has empty positions.
    const ref = field?.ref;
    if (isTextual(ref) && ref.isConnected && typeof values[name] === 'string')
      (values as Record<string, unknown>)[name] = ref.value;
  }
}

const isTextual = (ref: unknown): ref is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  ref instanceof HTMLTextAreaElement ||
  ref instanceof HTMLSelectElement ||
  (ref instanceof HTMLInputElement && /^(?:text|email|password|tel)$/.test(ref.type));

/**
 * `when` of a check over several fields: it runs even if single fields are invalid, so that all problems appear
 * together.
 */
export const inAnyCase = (): boolean => true;

/** The first problem of a field counts; problems of the whole form are under `root`. */
function put(errors: Record<string, unknown>, path: string[], problem: FieldError): void {
  const [key = 'root', ...rest] = path;
  if (rest.length === 0) errors[key] ??= problem;
  else put((errors[key] ??= {}) as Record<string, unknown>, rest, problem);
}
