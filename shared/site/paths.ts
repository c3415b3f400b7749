import type { ContactTopic } from './contract.ts';

/** Patterns of the pages about one thing, for the table of pages. */
export const patterns = {
  member: '/user/:userId',
  memberProfile: '/profile/:userId',
  conversation: '/messages/:userId',
  delivery: '/delivery/:parcelId',
} as const;

/**
 * THE ADDRESSES: every page of the site. The table of pages, the links and the mails use this table; nothing else
 * spells an address, so a renamed or deleted page is a compile error at each link to it.
 */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email-success',
  findParcels: '/find-parcels',
  sendParcel: '/send-parcel',
  transportParcel: '/transport-parcel',
  myParcels: '/my-parcels',
  myTrips: '/my-trips',
  profile: '/profile',
  /** The page without a member id; it says that the member is missing. */
  memberMissing: '/user',
  member: (userId: string) => filled(patterns.member, userId),
  memberProfile: (userId: string) => filled(patterns.memberProfile, userId),
  messaging: '/messaging',
  /** Redirects to `messaging`. */
  messages: '/messages',
  /** An empty `parcelId` means a conversation about no parcel. */
  conversation: (userId: string, parcelId?: string) =>
    filled(patterns.conversation, userId) + queryOf({ parcel: parcelId }),
  delivery: (parcelId: string) => filled(patterns.delivery, parcelId),
  admin: '/admin',
  about: '/about',
  howItWorks: '/how-it-works',
  faq: '/faq',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
} as const;

type Text = string | undefined;

/** Query parameters that each page accepts. */
interface Queries {
  [paths.login]: { redirect: string } | { error: 'documents_failed' };
  [paths.register]: { redirect: string };
  [paths.confirmEmail]: { email: string; noEmail?: Text };
  [paths.findParcels]: { parcel: string } | { fromCity?: Text; toCity?: Text; date?: Text };
  [paths.sendParcel]: { edit: string } | { copy: string };
  [paths.transportParcel]: { edit: string } | { copy: string } | { return: string };
  [paths.myTrips]: { matches: string };
  [paths.profile]: { tab: 'settings' };
  [paths.contact]: { topic: ContactTopic };
  [paths.admin]: { tab: 'profiles' | 'trips' | 'parcels'; status?: 'pending' };
}

/** The address of a page with its query; an `undefined` value is left out. */
export const withQuery = <P extends keyof Queries>(path: P, query: Queries[P]): string => path + queryOf(query);

const filled = (pattern: string, id: string) => pattern.replace(/:\w+/, encodeURIComponent(id));

function queryOf(query: Readonly<Record<string, Text>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
