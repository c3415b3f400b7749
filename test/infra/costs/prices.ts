/** The day on which these prices were written down, from memory of AWS's lists for us-east-1. */
export const pricesOf = '2026-11-23';

/** Dollars for one of each. In eu-west-3 most are some tenth higher. */
export const prices = {
  // By the month.
  alarmFigure: 0.1,
  ownFigure: 0.3,
  key: 1,
  secret: 0.4,
  zone: 0.5,
  webAcl: 5,
  webAclRule: 1,
  // Cognito, Essentials plan: each member who signs in or stays signed in during a month.
  activeMember: 0.015,
  tableGigabyte: 0.25,
  tableCopyGigabyte: 0.2,
  fileGigabyte: 0.023,
  // By use.
  mail: 0.1e-3,
  socketMinute: 0.25e-6,
  socketFrame: 1e-6,
  gigabyteOut: 0.085,
  webAclRequest: 0.6e-6,
  invocation: 0.2e-6,
  request: 1e-6,
  gigabyteSecond: 1.33334e-5,
  queueCall: 0.4e-6,
  readUnit: 0.125e-6,
} as const;

/** Every month without a charge; other free quantities are left out. */
export const free = { activeMembers: 10_000, alarmFigures: 10, ownFigures: 10, queueCalls: 1_000_000 } as const;
