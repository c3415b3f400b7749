import { trackingNumber } from '#shared/parcels/rules.ts';
import { findPath, paths, withQuery } from '#shared/site/paths.ts';

export interface Envelope {
  /** The site's address, without a slash at the end. */
  readonly site: string;
  readonly email: string;
  /** The secret of a link to confirm, to reset or to an archive, created for this sending. */
  readonly token?: string;
  /** The link that switches off mails of this kind, where a mail has one (rule 148). */
  readonly stopUrl?: string;
  /** The token of the link to an objection, where the mail is about a decision (rule 179). */
  readonly objection?: string;
}

/**
 * Links of mails. Secrets are in the fragment, which never reaches a server or a Referer. Those of an archive and of a
 * new address are in the query, which survives the sign-in that they need. The edge logs no query, but every path.
 */
export const links = {
  listing: ({ site }: Envelope, kind: string, id: string) =>
    site + withQuery(paths.findParcels, kind === 'trip' ? { tab: 'trips', trip: id } : { parcel: id }),
  notifications: ({ site }: Envelope) => site + paths.notifications,
  home: ({ site }: Envelope) => site + paths.home,
  find: ({ site }: Envelope, search: string = findPath('parcel')) => site + search,
  register: ({ site }: Envelope) => site + paths.register,
  admin: ({ site }: Envelope) => site + paths.admin,
  report: ({ site }: Envelope, report: string) => site + withQuery(paths.admin, { tab: 'reports', report }),
  parcelCard: ({ site }: Envelope, q: string) => site + withQuery(paths.admin, { tab: 'parcels', q }),
  reports: ({ site }: Envelope) => site + withQuery(paths.admin, { tab: 'reports' }),
  terms: ({ site }: Envelope) => `${site}${paths.terms}`,
  moderation: ({ site }: Envelope) => `${site}${paths.terms}#moderation`,
  administrators: ({ site }: Envelope) => site + withQuery(paths.admin, { tab: 'administrators' }),
  login: ({ site }: Envelope) => site + paths.login,
  profile: ({ site }: Envelope) => site + paths.profile,
  settings: ({ site }: Envelope) => site + withQuery(paths.profile, { tab: 'settings' }),
  archive: ({ site, token }: Envelope) => site + withQuery(paths.profile, { tab: 'settings', archive: token }),
  correctedEmail: ({ site, token }: Envelope) => site + withQuery(paths.profile, { tab: 'settings', address: token }),
  contact: ({ site }: Envelope) => site + withQuery(paths.contact, { topic: 'account' }),
  objection: ({ site, objection = '' }: Envelope) => site + paths.objection(objection),
  problem: ({ site }: Envelope, parcelId: string) =>
    site + withQuery(paths.contact, { topic: 'delivery', parcel: trackingNumber(parcelId) }),
  confirm: ({ site, email, token = '' }: Envelope) =>
    `${site}${withQuery(paths.confirmEmail, { email })}#token=${token}`,
  documents: ({ site }: Envelope) => site + paths.confirmEmail,
  reset: ({ site, token = '' }: Envelope) => `${site}${paths.resetPassword}#type=recovery&token=${token}`,
  forgotten: ({ site }: Envelope) => site + paths.forgotPassword,
  delivery: ({ site }: Envelope, parcelId: string) => site + paths.delivery(parcelId),
  myParcels: ({ site }: Envelope) => site + paths.myParcels,
  editParcel: ({ site }: Envelope, parcelId: string) => site + withQuery(paths.sendParcel, { edit: parcelId }),
  myTrips: ({ site }: Envelope) => site + paths.myTrips,
  editTrip: ({ site }: Envelope, tripId: string) => site + withQuery(paths.transportParcel, { edit: tripId }),
  paymentMethods: ({ site }: Envelope) => site + paths.paymentMethods,
  conversation: ({ site }: Envelope, otherId: string, parcelId: string) =>
    site + paths.conversation(otherId, parcelId || undefined),
} as const;
