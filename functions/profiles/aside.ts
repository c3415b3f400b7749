/**
 * Fields that only the server reads. They are stored beside the record and outside its version, so that a setting or
 * the end of a session never makes a decision about the profile stale. The same fields in the record keep the values of
 * its first write.
 */
const aside = [
  'resetEpoch',
  'tokensValidAfter',
  'phonePublic',
  'emailNotifications',
  'messageNotices',
  'messageSound',
  'noticeChoices',
  'noticesReadUpTo',
  'mailRefused',
] as const;

export const isAside = (name: string) => (aside as readonly string[]).includes(name);

export const asideOf = (fields: Readonly<Partial<Record<(typeof aside)[number], unknown>>>) =>
  Object.fromEntries(aside.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
