import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

/** The lock of a member's address, confirmed as in the profile. */
export const emailLockOf = ({
  id,
  email,
  emailConfirmedAt,
}: Pick<ProfileRecord, 'id' | 'email' | 'emailConfirmedAt'>): Item => ({
  ...keys.emailLock(email),
  kind: 'emailLock',
  claim: 'c',
  facts: 'f',
  attempt: 'a',
  at: 1,
  mailId: 'm',
  memberId: id,
  ...(emailConfirmedAt ? { confirmedAt: emailConfirmedAt } : {}),
});
