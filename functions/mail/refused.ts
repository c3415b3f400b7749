/**
 * SES will never accept this mail: it refuses the address (in the sandbox every unverified one) or the content.
 * `message` is its own sentence.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** SES will never accept a mail to this address. */
export class AddressRefused extends MailRefused {}

/**
 * SES accepts no mail now: it does not answer, throttles, has paused the account, or refuses the sender. Every mail
 * fails the same way and can be retried. `cause` is its answer.
 */
export class MailsHeld extends Error {
  override readonly name = 'MailsHeld';
}
