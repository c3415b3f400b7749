/**
 * The normalised link of an advertisement: `https`, a host name, without user name and password. Undefined for every
 * other text.
 */
export function safeLink(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(typed);
  const isSafe = protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
  return isSafe ? href : undefined;
}
