/** A part of an address, percent-decoded; a malformed one is unchanged. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
