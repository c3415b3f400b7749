/**
 * SES will never take this mail: it refuses the address (in the sandbox every one that is not verified) or the content.
 * `message` is its own sentence.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** SES will never take a mail to this address. */
export class AddressRefused extends MailRefused {}

/**
 * SES takes no mail now: it does not answer, sends too much already, the account is paused, or it does not take the
 * sender. Every mail meets the same, and all may be tried again. `cause` is its answer.
 */
export class MailsHeld extends Error {
  override readonly name = 'MailsHeld';
}
