import type { AdminTab } from '../admin/queues.ts';
import type { DeliveryState } from '../deliveries/delivery-state.ts';
import type { ContactTopic } from './contract.ts';

/** Patterns of the pages about one thing, for the table of pages. */
export const patterns = {
  member: '/user/:userId',
  memberProfile: '/profile/:userId',
  conversation: '/messages/:userId',
  parcelConversation: '/parcel-messaging/:userId',
  delivery: '/delivery/:parcelId',
  parcelCorridor: '/colis/:corridor',
  tripCorridor: '/trajets/:corridor',
} as const;

/**
 * THE ADDRESSES: every page of the site. The table of pages, the links and the mails use this table; nothing else
 * spells an address, so a renamed or deleted page is a compile error at each link.
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
  paymentMethods: '/payment-methods',
  myParcels: '/my-parcels',
  myTrips: '/my-trips',
  deliveryManagement: '/delivery-management',
  deliverySelection: '/delivery-selection',
  tripRequests: '/trip-requests',
  notifications: '/notifications',
  alerts: '/alerts',
  profile: '/profile',
  /** The page without a member id, which reports that the member is missing. */
  memberMissing: '/user',
  member: (userId: string) => filled(patterns.member, userId),
  memberProfile: (userId: string) => filled(patterns.memberProfile, userId),
  messaging: '/messaging',
  /** Redirects to `messaging`. */
  messages: '/messages',
  /** An empty `parcelId` means a conversation about no parcel. */
  conversation: (userId: string, parcelId?: string, list: ConversationList = {}) =>
    filled(patterns.conversation, userId) + queryOf({ parcel: parcelId, ...list }),
  parcelConversation: (userId: string, parcelId?: string) =>
    filled(patterns.parcelConversation, userId) + queryOf({ parcel: parcelId }),
  delivery: (parcelId: string) => filled(patterns.delivery, parcelId),
  /** The recipient's page of this link (rule 162). The edge logs addresses, so the secret is in the fragment. */
  follow: '/follow',
  followed: (link: string) => `/follow#${link}`,
  /** Parcels of a route, by its slug (`paris-alger`). The ids of its places win over the words of the slug. */
  parcelCorridor: (slug: string, ends: CorridorEnds = {}) =>
    filled(patterns.parcelCorridor, slug) + queryOf({ ...ends }),
  tripCorridor: (slug: string, ends: CorridorEnds = {}) => filled(patterns.tripCorridor, slug) + queryOf({ ...ends }),
  admin: '/admin',
  about: '/about',
  howItWorks: '/how-it-works',
  faq: '/faq',
  contact: '/contact',
  /** The objection to the decision of this token (rule 179). */
  objection: (token: string) => `/contact${queryOf({ topic: 'decision' })}#token=${token}`,
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  legalNotice: '/legal-notice',
  accessibility: '/accessibility',
} as const;

/** Addresses that are no pages of the application: functions answer them (decision 043). */
export const sharedPaths = {
  parcel: (parcelId: string) => `/p/${encodeURIComponent(parcelId)}`,
  trip: (tripId: string) => `/t/${encodeURIComponent(tripId)}`,
  /** Switches mails of alerts off without a session (rule 148). The edge logs paths, so the token is in the query. */
  stop: (token: string) => `/stop?token=${encodeURIComponent(token)}`,
} as const;

type Text = string | undefined;

export interface ConversationList {
  readonly filter?: Text;
  readonly q?: Text;
}

/** The subject of a report: a listing by its id, or a page by its address. */
interface ReportedPage {
  readonly topic: 'report';
  readonly kind?: 'parcel' | 'trip' | 'page';
  readonly id?: Text;
}

export interface CorridorEnds {
  readonly fromPlace?: Text;
  readonly toPlace?: Text;
}

/** The act that a visitor chose for a traveller before signing in. */
export type TripWish = 'contact' | 'profile';

interface Queries {
  [paths.login]: { redirect: string } | { error: 'documents_failed' };
  [paths.register]: { redirect: string; step?: '2' | '3' };
  [paths.confirmEmail]: { email: string; noEmail?: Text };
  [paths.findParcels]: { tab?: 'trips' } & ({ parcel: string } | { trip: string; wish?: TripWish } | SearchFilters);
  [paths.sendParcel]: ({ edit: string } | { copy: string } | RouteEnds) & { step?: '2' };
  /** `parcel`: the return trip of the carrier who has delivered it. */
  [paths.transportParcel]: { edit: string } | { copy: string } | { return: string } | { parcel: string } | RouteEnds;
  [paths.myParcels]: { tab: 'deliveries'; stage?: Text } | { parcel?: Text; stage?: Text };
  [paths.myTrips]: { matches: string; tab?: 'past' };
  [paths.deliveryManagement]: { tab: 'parcels' | 'messages' };
  [paths.deliverySelection]: { state: DeliveryState };
  [paths.tripRequests]: { tab: 'sent' };
  /** `open`: the notice whose page is wanted, from a push. */
  [paths.notifications]: { open: string };
  [paths.messaging]: ConversationList;
  /** The secrets in mails about an archive of the member's data, and to a new address. */
  [paths.profile]: { tab: 'settings'; archive?: Text; address?: Text };
  /** The token of the decision is in the fragment. */
  [paths.contact]: { topic: ContactTopic; parcel?: Text } | { topic: 'decision' } | ReportedPage;
  [paths.admin]: {
    tab: AdminTab;
    status?: 'pending';
    q?: Text;
    by?: Text;
    action?: Text;
    type?: Text;
    target?: Text;
    report?: Text;
    from?: Text;
    to?: Text;
  };
  [patterns.member]: { tab: 'reviews' | 'trips' };
  [patterns.conversation]: { parcel?: Text } & ConversationList;
  [patterns.parcelConversation]: { parcel?: Text };
  [patterns.delivery]: { sender?: Text };
  [patterns.parcelCorridor]: CorridorEnds;
  [patterns.tripCorridor]: CorridorEnds;
}

/** Two places by country code, name and id. */
interface RouteEnds {
  fromCountry?: Text;
  fromCity?: Text;
  fromPlace?: Text;
  toCountry?: Text;
  toCity?: Text;
  toPlace?: Text;
}

interface SearchFilters extends RouteEnds {
  date?: Text;
  /** Order and filters (`shared/search/filter.ts`), those of parcels and of trips together. */
  filter?: Text;
  /** Opens the dialog of a new alert for this search. */
  alert?: 'new';
  /** The position at which the list begins, for a next page without the application. */
  cursor?: Text;
}

type NamesOf<Q> = Q extends unknown ? keyof Q & string : never;

export type QueryPage = keyof Queries;

/** A name that the query of this page may contain. */
export type QueryName<P extends QueryPage> = NamesOf<Queries[P]>;

/** The address of a page with its query; an `undefined` value is left out. */
export const withQuery = <P extends QueryPage>(path: P, query: Queries[P]): string => path + queryOf(query);

export interface Side {
  readonly countryCode: string;
  readonly city?: string | undefined;
  readonly placeId?: string | undefined;
}
interface Sides {
  readonly from?: Side | undefined;
  readonly to?: Side | undefined;
}

export const endsQuery = ({ from, to }: Sides): RouteEnds => ({
  fromCountry: from?.countryCode,
  fromCity: from?.city,
  fromPlace: from?.placeId,
  toCountry: to?.countryCode,
  toCity: to?.city,
  toPlace: to?.placeId,
});

/** The search for listings between two places. */
export const findPath = (
  kind: 'parcel' | 'trip',
  ends: Sides = {},
  more: Pick<SearchFilters, 'alert' | 'date' | 'filter'> = {},
): string => withQuery(paths.findParcels, { tab: kind === 'trip' ? 'trips' : undefined, ...endsQuery(ends), ...more });

const filled = (pattern: string, id: string) => pattern.replace(/:\w+/, encodeURIComponent(id));

function queryOf(query: Readonly<Partial<Record<QueryName<QueryPage>, Text>>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
