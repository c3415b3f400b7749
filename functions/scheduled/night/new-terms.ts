import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Table } from '#functions/platform/table.ts';
import { type NewTerms, newTerms, noticeDays } from '#shared/site/terms.ts';
import { daysUntil, longDay } from '#shared/values/time.ts';
import { tellMembers } from './tell-members.ts';

/** Mails each member, once, that the terms change, from 30 days before on until their first day (rule 217). */
export async function announceTerms(
  table: Table,
  now: number,
  { hasTime }: { readonly hasTime: () => boolean },
  terms: NewTerms | undefined = newTerms,
): Promise<number> {
  if (!terms) return 0;
  const { version, from, what } = terms;
  const left = daysUntil(from, now);
  if (left > noticeDays || left < 0) return 0;
  return tellMembers(table, now, {
    name: `terms-${version}`,
    hasTime,
    tell: async ({ id, firstName, acceptedTermsVersion }, cause) => {
      if (acceptedTermsVersion === version) return false;
      const facts = { firstName, day: longDay(from), what };
      return attempt(table, [mail(table, 'termsChanging', { memberId: id }, facts, cause)]);
    },
  });
}
