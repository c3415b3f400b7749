const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The time of a request as API Gateway writes it: `09/Apr/2026:12:34:56 +0000`. */
export function gatewayTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  const day = String(at.getUTCDate()).padStart(2, '0');
  return `${day}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`;
}
