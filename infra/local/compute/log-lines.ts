import * as z from 'zod/mini';

const LogLine = z.object({
  level: z.literal('ERROR'),
  message: z.string(),
  error: z.optional(z.object({ message: z.string() })),
});

/** Lines that the product's logger wrote with the level ERROR. */
export function errorsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"ERROR"')) return [];
    const { data } = z.safeParse(LogLine, parsed(line));
    const reason = data?.error?.message.replaceAll(/\s+/g, ' ').slice(0, 200);
    return data ? [reason ? `${data.message}: ${reason}` : data.message] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
