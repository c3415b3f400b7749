import type { RowName } from '#shared/contract.ts';
import type { Role, ThingName } from './people.ts';

/**
 * The authorization matrix, written by hand from the product's rules and not from the contract, so that a wrong row
 * cannot agree with itself. One word for each role, in the order V P R M O C X B D A RA W S: `ok` admitted · `1`
 * SIGNED_OUT · `b` PROFILE_BLOCKED · `a` ADMIN_REQUIRED · `n` PROFILE_NOT_APPROVED · `x` SUBSCRIPTION_NEEDED · `r`
 * NOT_ALLOWED · `s` SELF_ACTION · `4` NOT_FOUND · `p` ROOT_ADMIN_REQUIRED · `2` SECOND_FACTOR.
 */
export const words = {
  ok: 'admitted',
  '1': 'SIGNED_OUT',
  b: 'PROFILE_BLOCKED',
  a: 'ADMIN_REQUIRED',
  n: 'PROFILE_NOT_APPROVED',
  x: 'SUBSCRIPTION_NEEDED',
  r: 'NOT_ALLOWED',
  s: 'SELF_ACTION',
  '4': 'NOT_FOUND',
  p: 'ROOT_ADMIN_REQUIRED',
  '2': 'SECOND_FACTOR',
} as const;

/**
 * About what: no thing, an id of nothing, one of the things, or a member in a role. Other members never confirmed their
 * address (`unconfirmed`), are about to leave (`leaving`), or are a `blocker`. The blocker has blocked every role, and
 * has a delivery in hand with the Counterpart.
 */
type About = '-' | 'nothing' | 'unconfirmed' | 'leaving' | 'blocker' | ThingName | `member ${Role}`;

const everybody = 'ok ok ok ok ok ok ok ok ok ok ok ok ok';
const session = '1 ok ok ok ok ok ok ok ok ok ok ok ok';
const member = '1 ok ok ok ok ok ok b ok ok ok ok ok';
const publisher = '1 ok n ok ok ok x b ok ok ok ok ok';
/** Pending and approved members, with or without a subscription. */
const notRejected = '1 ok n ok ok ok ok b ok ok ok ok ok';
const administrator = '1 a a a a a a b a ok ok a 2';
/** Without a proof of the second factor too: what an administrator needs in order to give one. */
const unprovenAdministrator = '1 a a a a a a b a ok ok a ok';
const rootAdministrator = '1 a a a a a a b a p ok a 2';
const adminOfNothing = '1 a a a a a a b a 4 4 a 2';
const nobody = '1 4 4 4 4 4 4 b 4 4 4 4 4';
const ownerOnly = '1 4 4 4 ok 4 4 b 4 4 4 4 4';
const participants = '1 4 4 4 ok ok 4 b 4 4 4 4 4';
const carrierOnly = '1 4 4 4 r ok 4 b 4 4 4 4 4';
const carrierOfListed = '1 4 4 4 r 4 4 b 4 4 4 4 4';

/** The owner, and each member who may offer to carry the parcel. */
const negotiator = {
  listedParcel: '1 n n ok ok ok x b ok ok ok ok ok',
  assignedParcel: '1 4 4 4 ok ok 4 b 4 4 4 ok 4',
  deliveredParcel: '1 4 4 4 ok ok 4 b 4 4 4 ok 4',
  cancelledParcel: '1 4 4 4 ok ok 4 b 4 4 4 ok 4',
  returnedParcel: '1 4 4 4 ok ok 4 b 4 4 4 ok 4',
  pendingParcel: '1 4 4 4 ok 4 4 b 4 4 4 ok 4',
  rejectedParcel: '1 4 4 4 ok 4 4 b 4 4 4 ok 4',
  pausedParcel: '1 4 4 4 ok 4 4 b 4 4 4 ok 4',
  parcelOfBlocked: '1 4 4 4 4 4 4 b 4 4 4 ok 4',
  parcelOfBlocker: '1 4 4 4 4 4 4 b 4 4 4 ok 4',
  parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 ok 4',
  carriedByPending: '1 n 4 4 ok 4 4 b 4 4 4 ok 4',
  carriedByExpired: '1 4 4 4 ok 4 x b 4 4 4 ok 4',
};

/**
 * A member who wrote about a parcel that left the search has no more rights than a stranger: having written does not
 * show it.
 */
const reader = {
  listedParcel: member,
  assignedParcel: participants,
  deliveredParcel: participants,
  cancelledParcel: participants,
  returnedParcel: participants,
  pendingParcel: ownerOnly,
  rejectedParcel: ownerOnly,
  pausedParcel: ownerOnly,
  pastParcel: ownerOnly,
  parcelOfBlocked: nobody,
  parcelOfLeaving: nobody,
  parcelOfBlocker: nobody,
  parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 4 4',
};
/** Members who wrote about a parcel have seen it. Hidden owners can be reported. */
const parcelSeenBefore = '1 4 4 4 ok 4 4 b 4 4 4 ok 4';
const partiesOrWriter = '1 4 4 4 ok ok 4 b 4 4 4 ok 4';
const reporter = {
  listedParcel: member,
  assignedParcel: partiesOrWriter,
  deliveredParcel: partiesOrWriter,
  cancelledParcel: partiesOrWriter,
  returnedParcel: partiesOrWriter,
  pendingParcel: parcelSeenBefore,
  rejectedParcel: parcelSeenBefore,
  pausedParcel: parcelSeenBefore,
  pastParcel: parcelSeenBefore,
  parcelOfBlocked: member,
  parcelOfLeaving: member,
  parcelOfBlocker: member,
  parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 ok 4',
};
const participant = {
  parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 4 4',
  listedParcel: ownerOnly,
  assignedParcel: participants,
  deliveredParcel: participants,
  cancelledParcel: participants,
  returnedParcel: participants,
  pendingParcel: ownerOnly,
  rejectedParcel: ownerOnly,
  pausedParcel: ownerOnly,
  carriedByExpired: '1 4 4 4 ok 4 ok b 4 4 4 4 4',
  carriedByPending: '1 ok 4 4 ok 4 4 b 4 4 4 4 4',
  carriedByRejected: '1 4 ok 4 ok 4 4 b 4 4 4 4 4',
};
const carrier = {
  parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 4 4',
  listedParcel: carrierOfListed,
  assignedParcel: carrierOnly,
  deliveredParcel: carrierOnly,
  cancelledParcel: carrierOnly,
  returnedParcel: carrierOnly,
  pendingParcel: carrierOfListed,
  rejectedParcel: carrierOfListed,
  pausedParcel: carrierOfListed,
  carriedByExpired: '1 4 4 4 r 4 ok b 4 4 4 4 4',
  carriedByPending: '1 ok 4 4 r 4 4 b 4 4 4 4 4',
  carriedByRejected: '1 4 ok 4 r 4 4 b 4 4 4 4 4',
};
/** For a listed thing everybody learns that it belongs to another; an unlisted one does not exist for them. */
const ownReceipts = {
  receiptOfOwner: ownerOnly,
  receiptOfPending: '1 ok 4 4 4 4 4 b 4 4 4 4 4',
  receiptOfRejected: '1 4 ok 4 4 4 4 b 4 4 4 4 4',
  receiptOfExpired: '1 4 4 4 4 4 ok b 4 4 4 4 4',
  receiptOfBlocked: nobody,
};
const ownerOfListed = '1 r r r ok r r b r r r r r';
const ownerOfTaken = '1 4 4 4 ok r 4 b 4 4 4 4 4';
const ownerOfParcel = {
  listedParcel: ownerOfListed,
  assignedParcel: ownerOfTaken,
  deliveredParcel: ownerOfTaken,
  cancelledParcel: ownerOfTaken,
  pendingParcel: ownerOnly,
  rejectedParcel: ownerOnly,
  pausedParcel: ownerOnly,
  pastParcel: ownerOnly,
  parcelOfPending: '1 ok r r r r r b r r r r r',
  parcelOfRejected: '1 r ok r r r r b r r r r r',
  parcelOfExpired: '1 r r r r r ok b r r r r r',
  parcelOfBlocked: nobody,
  parcelOfLeaving: nobody,
  parcelOfBlocker: nobody,
  parcelCarriedForBlocker: '1 4 4 4 4 r 4 b 4 4 4 4 4',
};
const ownerOfTrip = {
  listedTrip: ownerOfListed,
  rejectedTrip: ownerOnly,
  pastTrip: ownerOnly,
  tripOfPending: '1 ok r r r r r b r r r r r',
  tripOfRejected: '1 r ok r r r r b r r r r r',
  tripOfExpired: '1 r r r r r ok b r r r r r',
  tripOfBlocked: nobody,
  tripOfLeaving: nobody,
  tripOfBlocker: nobody,
};
const judgeOfParcel = {
  pendingParcel: administrator,
  listedParcel: administrator,
  parcelOfAdministrator: '1 a a a a a a b a s ok a 2',
};
const judgeOfTrip = {
  listedTrip: administrator,
  rejectedTrip: administrator,
  tripOfAdministrator: '1 a a a a a a b a s ok a 2',
};
const judgeOfReceipt = {
  receiptOfOwner: administrator,
  receiptOfBlocked: administrator,
  receiptOfAdministrator: '1 a a a a a a b a s ok a 2',
  nothing: adminOfNothing,
};
const readerOfTrip = {
  listedTrip: member,
  rejectedTrip: ownerOnly,
  pastTrip: ownerOnly,
  tripOfBlocked: nobody,
  tripOfLeaving: nobody,
  tripOfBlocker: nobody,
};
const reporterOfTrip = { ...readerOfTrip, tripOfBlocked: member, tripOfLeaving: member, tripOfBlocker: member };
const judgeOfReport = {
  reportByMember: administrator,
  reportByAdministrator: '1 a a a a a a b a s ok a 2',
  reportOfAdministrator: '1 a a a a a a b a s ok a 2',
  reportOfRootAdministrator: '1 a a a a a a b a ok s a 2',
  objectionToAdministrator: '1 a a a a a a b a s ok a 2',
  // The root administrator may answer objections to their own decisions.
  objectionToRootAdministrator: administrator,
  nothing: adminOfNothing,
};
const visible = {
  'member M': member,
  'member P': member,
  'member R': member,
  'member B': nobody,
  unconfirmed: nobody,
  leaving: nobody,
};
/** Also not a member who has blocked the caller, unless the two have a delivery in hand. Administrators see them. */
const open = { ...visible, blocker: '1 4 4 4 4 ok 4 b 4 ok ok 4 ok' };
/** A review can be read by everybody, so strangers are refused with NOT_ALLOWED. */
const authorOnly = {
  reviewByOwner: '1 r r r ok r r b r r r r r',
  reviewByExpired: '1 r r r r r ok b r r r r r',
  reviewByPending: '1 ok r r r r r b r r r r r',
  reviewByRejected: '1 r ok r r r r b r r r r r',
};
const judgeOfMember = {
  'member P': administrator,
  'member B': administrator,
  'member A': '1 a a a a a a b a s ok a 2',
  'member RA': '1 a a a a a a b a ok s a 2',
  leaving: administrator,
};

/** Rows that a member may call who is about to leave; every other row with a session answers PROFILE_LEAVING. */
export const whileLeaving: readonly RowName[] = [
  'readMe',
  'signOutEverywhere',
  'cancelDeletion',
  'exportMyData',
  'myExport',
];

const ownerOnDelivery = {
  listedParcel: ownerOfListed,
  assignedParcel: ownerOfTaken,
  deliveredParcel: ownerOfTaken,
  cancelledParcel: ownerOfTaken,
  returnedParcel: ownerOfTaken,
  pendingParcel: ownerOnly,
  rejectedParcel: ownerOnly,
  pausedParcel: ownerOnly,
  parcelOfPending: ownerOfParcel.parcelOfPending,
  parcelOfRejected: ownerOfParcel.parcelOfRejected,
  parcelOfExpired: ownerOfParcel.parcelOfExpired,
  parcelOfBlocked: nobody,
};

export const expected: Readonly<Record<RowName, Readonly<Partial<Record<About, string>>>>> = {
  signUp: { '-': everybody },
  attachSignUpDocuments: { '-': everybody },
  confirmEmail: { '-': everybody },
  signUpByLink: { '-': everybody },
  resendConfirmation: { '-': everybody },
  forgotPassword: { '-': everybody },
  checkResetToken: { '-': everybody },
  resetPassword: { '-': everybody },
  requestSignUpUpload: { '-': everybody },
  searchParcels: { '-': everybody },
  searchTrips: { '-': everybody },
  readCorridors: { '-': everybody },
  readCorridor: { '-': everybody },
  corridorsSitemap: { '-': everybody },
  homeDocument: { '-': everybody },
  searchDocument: { '-': everybody },
  corridorDocument: { '-': everybody },
  sharedParcel: { '-': everybody },
  sharedTrip: { '-': everybody },
  mailStop: { '-': everybody },
  stopMails: { '-': everybody },
  renewPushDevice: { '-': everybody },
  health: { '-': everybody },
  advertisements: { '-': everybody },
  subscriptionInfo: { '-': everybody },
  banks: { '-': everybody },
  contactUs: { '-': everybody },
  readReported: { '-': everybody },
  followByLink: { '-': everybody },
  reportAsVisitor: { '-': everybody },

  signOutEverywhere: { '-': session },
  readMe: { '-': session },
  exportMyData: { '-': session },
  myExport: { '-': session },

  myPushDevices: { '-': member },
  addPushDevice: { '-': member },
  removePushDevice: { '-': member, nothing: member },
  deleteMe: { '-': member },
  cancelDeletion: { '-': member },
  issueSocketTicket: { '-': member },
  changePassword: { '-': member },
  correctEmail: { '-': member },
  confirmCorrectedEmail: { '-': member },
  updateMyProfile: { '-': member },
  proposeName: { '-': '1 n n ok ok ok ok b ok ok ok ok ok' },
  withdrawName: { '-': member },
  updateMySettings: { '-': member },
  requestAvatarUpload: { '-': member },
  setAvatar: { '-': member },
  deleteAvatar: { '-': member },
  myFriends: { '-': member },
  isFriend: { 'member M': member, 'member B': member },
  removeFriend: { 'member M': member, 'member B': member },
  attachDocuments: { '-': member },
  requestDocumentUpload: { '-': member },
  myParcels: { '-': member },
  myTrips: { '-': member },
  myDeliveries: { '-': member },
  myRequests: { '-': member },
  findDelivery: { '-': member, 'member B': member },
  myStatistics: { '-': member },
  conversations: { '-': member },
  conversation: { '-': member, 'member B': member },
  sendMessage: { '-': member },
  markRead: { '-': member, nothing: member, 'member B': member },
  endOffer: { '-': member, listedParcel: member },
  memberTrips: open,
  memberReviews: open,
  addFriend: open,
  myBlocks: { '-': member },
  blockMember: { 'member M': member, 'member B': member, blocker: member },
  unblockMember: { 'member M': member, 'member B': member, blocker: member },
  leaveReview: {
    leaving: nobody,
    // The Owner has completed a delivery with them, the Counterpart has one in hand.
    blocker: '1 4 4 4 ok 4 4 b 4 4 4 4 4',
    'member M': '1 n n ok ok ok ok b ok ok ok ok ok',
    'member P': '1 n n ok ok ok ok b ok ok ok ok ok',
    'member B': nobody,
    unconfirmed: nobody,
  },
  requestReceiptUpload: { '-': member },
  sendReceipt: { '-': member },
  myReceipts: { '-': member },
  myNotices: { '-': member },
  readNotices: { '-': member },
  myAlerts: { '-': member },
  addAlert: { '-': member },
  editAlert: { nothing: member },
  removeAlert: { nothing: member },
  receiptFile: ownReceipts,
  withdrawSubscription: ownReceipts,
  editReview: {
    ...authorOnly,
    reviewByPending: '1 n r r r r r b r r r r r',
    reviewByRejected: '1 r n r r r r b r r r r r',
    reviewOfBlocker: '1 r r 4 r r r b r r r r r',
    reviewOfBlockerByOwner: '1 r r r ok r r b r r r r r',
  },
  deleteReview: authorOnly,
  readMember: open,

  requestParcelUpload: { '-': publisher },
  publishParcel: { '-': publisher },
  publishTrip: { '-': publisher },

  matchingTrips: { '-': notRejected },

  editParcel: { ...ownerOfParcel, parcelOfExpired: '1 r r r r r x b r r r r r' },
  pauseParcel: ownerOfParcel,
  resumeParcel: { ...ownerOfParcel, parcelOfExpired: '1 r r r r r x b r r r r r' },
  cancelParcel: ownerOfParcel,
  editTrip: { ...ownerOfTrip, tripOfExpired: '1 r r r r r x b r r r r r' },
  cancelTrip: ownerOfTrip,
  matchingParcels: ownerOfTrip,

  readParcel: reader,
  parcelFile: reader,
  readTrip: readerOfTrip,

  // A member who wrote about it passes, and gets the reason (another was faster, or it has changed); `sight.ts` limits
  // how much.
  acceptDelivery: {
    listedParcel: '1 n n ok s ok x b ok ok ok ok ok',
    assignedParcel: '1 4 4 4 s ok 4 b 4 4 4 ok 4',
    deliveredParcel: '1 4 4 4 s ok 4 b 4 4 4 ok 4',
    cancelledParcel: '1 4 4 4 s ok 4 b 4 4 4 ok 4',
    returnedParcel: '1 4 4 4 s ok 4 b 4 4 4 ok 4',
    pendingParcel: '1 4 4 4 s 4 4 b 4 4 4 ok 4',
    rejectedParcel: '1 4 4 4 s 4 4 b 4 4 4 ok 4',
    pausedParcel: '1 4 4 4 s 4 4 b 4 4 4 ok 4',
    parcelOfBlocked: '1 4 4 4 4 4 4 b 4 4 4 ok 4',
    parcelOfBlocker: '1 4 4 4 4 4 4 b 4 4 4 ok 4',
    parcelCarriedForBlocker: '1 4 4 4 4 ok 4 b 4 4 4 ok 4',
    carriedByPending: '1 n 4 4 s 4 4 b 4 4 4 ok 4',
    carriedByExpired: '1 4 4 4 s 4 x b 4 4 4 ok 4',
  },
  makeOffer: negotiator,
  takeOffer: negotiator,
  chooseCarrier: {
    listedParcel: '1 r r r ok r r b r r r r r',
    assignedParcel: ownerOfTaken,
    deliveredParcel: ownerOfTaken,
    cancelledParcel: ownerOfTaken,
    pendingParcel: ownerOnly,
    rejectedParcel: ownerOnly,
    pausedParcel: ownerOnly,
    parcelOfPending: '1 n r r r r r b r r r r r',
    parcelOfExpired: '1 r r r r r x b r r r r r',
  },
  releaseCarrier: participant,
  requestProofUpload: participant,
  addProof: participant,
  proofs: participant,
  tracking: participant,
  validatePickup: carrier,
  startDelivery: carrier,
  validateDelivery: carrier,
  setCode: ownerOnDelivery,
  declare: carrier,
  recordPosition: carrier,
  returnParcel: participant,
  confirmReceipt: ownerOnDelivery,
  confirmReturn: ownerOnDelivery,
  reportProblem: participant,
  settleProblem: participant,

  adminStatistics: { '-': administrator },
  adminQueues: { '-': administrator },
  adminProfiles: { '-': administrator },
  adminTrips: { '-': administrator },
  adminParcels: { '-': administrator },
  adminLogs: { '-': administrator },
  adminProfile: { 'member P': administrator, 'member A': administrator, nothing: adminOfNothing },
  approveProfile: judgeOfMember,
  rejectProfile: judgeOfMember,
  blockProfile: judgeOfMember,
  unblockProfile: judgeOfMember,
  approveName: judgeOfMember,
  refuseName: judgeOfMember,
  profileDocument: judgeOfMember,
  approveTrip: judgeOfTrip,
  rejectTrip: judgeOfTrip,
  deleteTrip: judgeOfTrip,
  approveParcel: judgeOfParcel,
  rejectParcel: judgeOfParcel,
  deleteParcel: judgeOfParcel,
  deleteProfile: {
    'member P': rootAdministrator,
    'member B': rootAdministrator,
    'member A': rootAdministrator,
    'member RA': '1 a a a a a a b a p s a 2',
    leaving: rootAdministrator,
    nothing: adminOfNothing,
  },
  removeReview: {
    reviewByOwner: administrator,
    reviewByAdministrator: '1 a a a a a a b a s ok a 2',
    reviewOfAdministrator: '1 a a a a a a b a s ok a 2',
    nothing: adminOfNothing,
  },
  // Their handlers refuse one's own.
  reportParcel: reporter,
  reportTrip: reporterOfTrip,
  reportMember: { ...visible, 'member B': member, leaving: member, blocker: member },
  reportReview: {
    reviewByOwner: '1 ok ok ok s ok ok b ok ok ok ok ok',
    reviewByExpired: '1 ok ok ok ok ok s b ok ok ok ok ok',
    reviewByAdministrator: '1 ok ok ok ok ok ok b ok s ok ok ok',
    reviewOfAdministrator: '1 ok ok ok s ok ok b ok ok ok ok ok',
    nothing: nobody,
  },
  reportPage: { '-': member },
  reportMessage: { 'member M': member, nothing: member },
  adminReports: { '-': administrator },
  adminReport: judgeOfReport,
  decideReport: judgeOfReport,
  adminReceipts: { '-': administrator },
  adminReceiptFile: judgeOfReceipt,
  approveReceipt: judgeOfReceipt,
  rejectReceipt: judgeOfReceipt,
  payBackReceipt: judgeOfReceipt,
  adminProofs: { deliveredParcel: administrator, parcelOfAdministrator: administrator, nothing: adminOfNothing },
  overrideParcel: {
    listedParcel: rootAdministrator,
    assignedParcel: rootAdministrator,
    returnedParcel: rootAdministrator,
    parcelOfAdministrator: rootAdministrator,
    parcelOfRootAdministrator: '1 a a a a a a b a p s a 2',
    carriedByRootAdministrator: '1 a a a a a a b a p s a 2',
    nothing: adminOfNothing,
  },
  // Their handlers read the thing: an unknown one passes the check of access.
  adminAdvertisements: { '-': administrator },
  requestAdvertisementUpload: { '-': administrator },
  createAdvertisement: { '-': administrator },
  updateAdvertisement: { nothing: administrator },
  setAdvertisementActive: { nothing: administrator },
  deleteAdvertisement: { nothing: administrator },
  adminBanks: { '-': administrator },
  createBank: { '-': rootAdministrator },
  updateBank: { nothing: rootAdministrator },
  deleteBank: { nothing: rootAdministrator },
  administrators: { '-': administrator },
  addAdministrator: { '-': rootAdministrator },
  deactivateAdministrator: { '-': rootAdministrator, 'member RA': rootAdministrator },
  reactivateAdministrator: { '-': rootAdministrator, 'member RA': rootAdministrator },
  deleteAdministrator: { '-': rootAdministrator, 'member RA': rootAdministrator },
  secondFactorStanding: { '-': unprovenAdministrator },
  beginSecondFactor: { '-': unprovenAdministrator },
  finishSecondFactor: { '-': unprovenAdministrator },
  proveSecondFactor: { '-': unprovenAdministrator },
  useRecoveryCode: { '-': unprovenAdministrator },
  renewRecoveryCodes: { '-': administrator },
  resetSecondFactor: { '-': rootAdministrator, 'member RA': rootAdministrator },
  adminParcelFile: { pendingParcel: administrator, parcelOfAdministrator: administrator, nothing: adminOfNothing },
};
