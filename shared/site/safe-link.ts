/**
 * The address that an advertisement may lead to, as browsers write it: `https`, a named host, no name or password in
 * it. Undefined for every other text.
 */
export function safeLink(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(typed);
  const isSafe = protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
  return isSafe ? href : undefined;
}
