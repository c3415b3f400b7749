const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const;

/** « Chrome sur Android »: how the member recognises this device in their list. */
export function deviceName(userAgent: string): string {
  const find = (words: readonly (readonly [string, RegExp])[], otherwise: string) =>
    words.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? otherwise;
  return `${find(browsers, 'Navigateur')} sur ${find(systems, 'un appareil')}`;
}
