import { randomUUID } from 'node:crypto';

/** The browser in front of the server, and the outages that it meets. */
export interface Visitor {
  /** Their network address. */
  address: string;
  /** The member whose tokens this browser has; undefined when the session has ended elsewhere. */
  caller: string | undefined;
  /** The time of their tokens, in seconds since 1970. */
  session: number;
  /** Whether Cognito ends sessions. */
  signsOut: boolean;
  /** Whether Cognito has locked the address after too many wrong passwords. */
  isLocked: boolean;
  /** Whether the mail service answers. */
  mailsLeave: boolean;
}

/** Signed out, at a new network address, without outages. */
export const aVisitor = () => ({
  address: randomUUID(),
  caller: undefined,
  signsOut: true,
  isLocked: false,
  mailsLeave: true,
});
