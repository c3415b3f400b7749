/**
 * The words a contract row may say about who may call it. `functions/relations.ts` gives each party its meaning
 * (what is loaded, who counts), `functions/serve.ts` executes them, `test/access.test.ts` loops over them.
 */

/** Parties: a member or administrator in relation to one resource named in the path. */
export const parties = {
  /** May see the parcel: listed, or mine, or carried by me. */
  parcelReader: { role: 'member', resource: 'parcel' },
  /** Owns the parcel. Strangers learn of an unlisted parcel nothing, not even that it exists. */
  parcelOwner: { role: 'member', resource: 'parcel' },
  /** Could carry the parcel: sees it and does not own it. */
  parcelCandidate: { role: 'member', resource: 'parcel' },
  /** Owner or carrier of an assigned parcel; for everybody else it does not exist. */
  parcelParticipant: { role: 'member', resource: 'parcel' },
  /** Carrier of the parcel; its owner is refused, others find nothing. */
  parcelCarrier: { role: 'member', resource: 'parcel' },
  /** May see the trip: listed, or mine. */
  tripReader: { role: 'member', resource: 'trip' },
  /** Owns the trip. Strangers learn of an unlisted trip nothing, not even that it exists. */
  tripOwner: { role: 'member', resource: 'trip' },
  /** Another member who is visible: not blocked, not deleted. Oneself counts too. */
  visibleMember: { role: 'member', resource: 'member' },
  /** Wrote the review; it is read by everybody who is signed in. */
  reviewAuthor: { role: 'member', resource: 'review' },
  /** Administrators looking at any profile, their own included. */
  profileExaminer: { role: 'admin', resource: 'profile' },
  /** Administrators deciding about a profile that is not their own. */
  profileJudge: { role: 'admin', resource: 'profile' },
  parcelExaminer: { role: 'admin', resource: 'parcel' },
  parcelJudge: { role: 'admin', resource: 'parcel' },
  tripJudge: { role: 'admin', resource: 'trip' },
} as const;

export type Party = keyof typeof parties;
export type ResourceName = (typeof parties)[Party]['resource'];

/**
 * - `anyone`: called without a token; gets no actor at all.
 * - `signedIn`: any valid session, blocked members too.
 * - `member`: a valid session of a member who is not blocked.
 * - `admin`: Cognito group `admin` and an active row in the table, read at each call.
 * - `{ party, of }`: a party (above) to the resource whose id stands in the path parameter `of`.
 */
export type Access = 'anyone' | 'signedIn' | 'member' | 'admin' | { readonly party: Party; readonly of: string };

/** What the caller's own profile must be, checked after the relation (decision 014). */
export interface Trust {
  /** `notRejected`: pending or approved. `approved`: identity verified. */
  readonly profile?: 'notRejected' | 'approved';
  /** The subscription, once started, has not run out (only while `subscriptionEnforced`). */
  readonly subscription?: true;
}

/** The role an access word demands before any resource is loaded. */
export function roleOf(access: Access): 'anyone' | 'signedIn' | 'member' | 'admin' {
  return typeof access === 'string' ? access : parties[access.party].role;
}
