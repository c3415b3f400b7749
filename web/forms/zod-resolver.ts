import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Lets a schema judge a form; the messages are the schema's own French sentences. */
export function zodResolver<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    // Parsed in one go, so that the problems come in the order of the schema's fields.
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const { path, code, message } of result.error.issues) put(errors, path.map(String), { type: code, message });
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}

/** `when` of a check over several fields: judged beside each of them, so that nothing is told only at the next try. */
export const inAnyCase = (): boolean => true;

/** Only the first problem of a field counts; problems of the whole form stand under `root`. */
function put(errors: Record<string, unknown>, path: string[], problem: FieldError): void {
  const [key = 'root', ...rest] = path;
  if (rest.length === 0) errors[key] ??= problem;
  else put((errors[key] ??= {}) as Record<string, unknown>, rest, problem);
}
