/**
 * The access words of contract rows: who may call an operation. `functions/relations.ts` defines each party (what is
 * loaded, who counts), `functions/serve.ts` enforces the words, `test/access.test.ts` tests each of them.
 */

/**
 * Parties: a member or administrator in relation to one resource named in the path. All of them are signed in, so the
 * client sends a token for every word but `anyone`.
 */
export const parties = {
  /** May see the parcel: listed, or mine, or carried by me. */
  parcelReader: { role: 'member', resource: 'parcel' },
  /** May report the parcel: its readers, also while its owner is hidden from them, and members who wrote about it. */
  parcelReporter: { role: 'member', resource: 'parcel' },
  /** Owns the parcel. Other members cannot find out that an unlisted parcel exists. */
  parcelOwner: { role: 'member', resource: 'parcel' },
  parcelCandidate: { role: 'member', resource: 'parcel' },
  /** May make or take an offer about the parcel: its owner, or a member who may offer to carry it. */
  parcelNegotiator: { role: 'member', resource: 'parcel' },
  /** Owner or carrier of an assigned parcel; for any other caller it does not exist. */
  parcelParticipant: { role: 'member', resource: 'parcel' },
  /** Carrier of the parcel; the owner is refused, other callers get NOT_FOUND. */
  parcelCarrier: { role: 'member', resource: 'parcel' },
  tripReader: { role: 'member', resource: 'trip' },
  /** May report the trip: its readers, also while its owner is hidden from them. */
  tripReporter: { role: 'member', resource: 'trip' },
  /** Owns the trip. Other members cannot find out that an unlisted trip exists. */
  tripOwner: { role: 'member', resource: 'trip' },
  /** Another member with a confirmed address, hidden or not. The caller counts too. */
  knownMember: { role: 'member', resource: 'member' },
  /**
   * A visible member (not blocked, leaving or erased). A member who has blocked the caller is visible to administrators
   * and during a delivery in hand.
   */
  openMember: { role: 'member', resource: 'member' },
  /** Such a member who has not blocked the caller, or has completed a delivery with them. */
  reviewableMember: { role: 'member', resource: 'member' },
  reviewAuthor: { role: 'member', resource: 'review' },
  /** Wrote the review, and could leave it today (rule 213). */
  reviewEditor: { role: 'member', resource: 'review' },
  reviewReader: { role: 'member', resource: 'review' },
  /** Administrators, of a review by others about others. */
  reviewJudge: { role: 'admin', resource: 'review' },
  /** Administrators, of a report that is not theirs, about them or against their decision (`mayJudge`). */
  reportJudge: { role: 'admin', resource: 'report' },
  profileExaminer: { role: 'admin', resource: 'profile' },
  /** Administrators deciding about a profile that is not their own. */
  profileJudge: { role: 'admin', resource: 'profile' },
  /** The root administrator, of a profile that is not their own. */
  profileEraser: { role: 'admin', resource: 'profile' },
  parcelExaminer: { role: 'admin', resource: 'parcel' },
  parcelJudge: { role: 'admin', resource: 'parcel' },
  /** The root administrator, of a parcel that they do not own or carry. */
  parcelSettler: { role: 'admin', resource: 'parcel' },
  tripJudge: { role: 'admin', resource: 'trip' },
  /** Sent the receipt; for any other member it does not exist. */
  receiptOwner: { role: 'member', resource: 'receipt' },
  /** Administrators looking at or deciding about a receipt that is not their own. */
  receiptJudge: { role: 'admin', resource: 'receipt' },
} as const satisfies Readonly<Record<string, { role: Exclude<Role, 'anyone'>; resource: string }>>;

export type Party = keyof typeof parties;
export type ResourceName = (typeof parties)[Party]['resource'];

export type Role = 'anyone' | 'signedIn' | 'member' | 'unprovenAdmin' | 'admin' | 'rootAdmin';

/**
 * - `anyone`: called without a token; there is no actor.
 * - `signedIn`: any valid session, also of a blocked member.
 * - `member`: a valid session of a member who is not blocked.
 * - A member who is about to leave passes only where the row has `whileLeaving`, with any word.
 * - `unprovenAdmin`: Cognito group `admin` and an active row in the table, read at each call.
 * - `admin`: of these, one who has verified their second factor in this session within the last 30 minutes.
 * - `rootAdmin`: of these, the root administrator.
 * - `{ party, of }`: a party (above) to the resource whose id is the path parameter `of`.
 */
export type Access = Role | { readonly party: Party; readonly of: string };

/** Requirements on the caller's own profile, checked after the relation (decision 014). */
export interface Trust {
  /** `notRejected`: pending or approved. `approved`: identity verified. */
  readonly profile?: 'notRejected' | 'approved';
  /** A subscription runs, from the day of the setting `subscriptionFrom` on (rule 197). */
  readonly subscription?: true;
}

export function roleOf(access: Access): Role {
  return typeof access === 'string' ? access : parties[access.party].role;
}
