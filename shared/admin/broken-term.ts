import type { TermId } from '../site/terms.ts';
import type { Restriction } from './judged.ts';
import { reasonTemplates } from './words.ts';

/** The chapter of a thing's own rules, which a free reason is about. */
const usual = {
  profile: 'inscription',
  trip: 'publications',
  parcel: 'publications',
  review: 'avis',
  member: 'conduite',
  message: 'conduite',
} as const satisfies Record<string, TermId>;

const [abuse, reported, fraud] = reasonTemplates.blockProfile;
const [forbidden] = reasonTemplates.rejectParcel;
const [asked] = reasonTemplates.deleteProfile;
const [, , contacts] = reasonTemplates.rejectTrip;

/** Templates that are about another chapter; `undefined` breaks none. */
const special = new Map<string, TermId | undefined>([
  [forbidden, 'interdits'],
  [fraud, 'conduite'],
  [abuse, 'conduite'],
  [reported, 'conduite'],
  [contacts, 'conduite'],
  [asked, undefined],
]);

/** The chapter of the terms that a decision about this kind of thing names (rule 179); undefined if none was broken. */
export function brokenTerm(kind: string, { reason, term }: Restriction): TermId | undefined {
  if (term !== undefined) return term === 'none' ? undefined : term;
  const template = [...special.keys()].find((text) => reason.startsWith(text));
  if (template !== undefined) return special.get(template);
  return kind in usual ? usual[kind as keyof typeof usual] : undefined;
}
