/** Head, body and signature of a signed JWT; undefined when it is not exactly three parts of base64url. */
export function jwtParts(token: string): readonly [head: string, body: string, signature: string] | undefined {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  return head && body && signature ? [head, body, signature] : undefined;
}
