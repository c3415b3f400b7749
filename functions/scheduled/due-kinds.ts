import { settleAlertMail } from '#functions/alerts/alert-mail.ts';
import { settleAgreement } from '#functions/deliveries/agreement/expiry.ts';
import { settleOffer } from '#functions/deliveries/offers/closing.ts';
import type { DueKinds } from '#functions/platform/due.ts';

/** The kinds of items that end or are sent by themselves, each with what happens at its moment. */
export const dueKinds: DueKinds = { alertMail: settleAlertMail, given: settleAgreement, offer: settleOffer };
