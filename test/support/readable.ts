import { expect } from 'vitest';

const internal = /dynamo|aws|lambda|cognito|zod|stack|pk|sk|record|undefined|\bat .*\.ts/i;

/** Checks a readable refusal: French sentences, a stable code, and no internal details. */
export function expectReadable(answer: { status: number; body: unknown }, status: number, code: string): void {
  expect(answer).toMatchObject({ status, body: { code, title: expect.any(String), detail: expect.any(String) } });
  const {
    title,
    detail,
    fields = {},
  } = answer.body as { title: string; detail: string; fields?: Record<string, string> };
  for (const sentence of [title, detail, ...Object.values(fields)]) {
    expect(sentence).not.toMatch(internal);
    expect(sentence).not.toMatch(/\b(invalid|required|expected|received|must be|string|number)\b/i);
  }
}

/** An answer or a mail of the server with the ordinary spaces of our sources (decision 047). */
export const withOrdinarySpaces = <Sent>(sent: Sent): Sent =>
  sent === undefined
    ? sent
    : (JSON.parse(JSON.stringify(sent).replaceAll(/\u00a0(?=[:;?!»])|(?<=«)\u00a0/g, ' ')) as Sent);
