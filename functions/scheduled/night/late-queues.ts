import { administratorRepository } from '#functions/admin/administrators.ts';
import { adminRepository } from '#functions/admin/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { ageText, type Queue } from '#shared/admin/queues.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { dayOf } from '#shared/values/time.ts';

/**
 * Mails every active administrator while something waits for longer than promised (product 2.4). The id of the mail is
 * the day and the administrator, so a repeated run writes no second one. Returns how many were written.
 */
export async function mailLateQueues(table: Table, now: number): Promise<number> {
  const admin = adminRepository(table);
  const [profile, trip, parcel, receipt] = await Promise.all([
    admin.late('profile', now),
    admin.late('trip', now),
    admin.late('parcel', now),
    admin.late('receipt', now),
  ]);
  const count = profile.length + trip.length + parcel.length + receipt.length;
  if (count === 0) return 0;
  const of = <Name extends Queue>(name: Name, [oldest, ...others]: readonly string[]) =>
    ({
      [`${name}Count`]: oldest ? String(1 + others.length) : '',
      [`${name}Age`]: oldest ? ageText(oldest, now) : '',
    }) as Record<`${Name}Count` | `${Name}Age`, string>;
  const facts = {
    count: String(count),
    ...of('profile', profile),
    ...of('trip', trip),
    ...of('parcel', parcel),
    ...of('receipt', receipt),
  };
  let mailed = 0;
  for (const [memberId, person] of await profileRepository(table).people(
    await administratorRepository(table).active(),
  )) {
    if (!isReachable(person.profile)) continue;
    const { firstName } = person.profile;
    const id = `late-${dayOf(now)}-${memberId}`;
    if (await attempt(table, [mail(table, 'queuesLate', { memberId }, { firstName, ...facts }, { id, now })]))
      mailed += 1;
  }
  return mailed;
}
