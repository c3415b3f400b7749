import { lastMailId } from '#functions/account-deletion/repository.ts';
import { formerAddress, parseMail } from '#functions/mail/outbox.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { minuteMs } from '#shared/values/time.ts';

/**
 * The facts of the mail that announced a decision, by the moment (ISO) of its line; undefined once its row has expired.
 * After a deletion, nothing else holds the reason.
 */
export async function decisionMail(
  table: Table,
  readerId: string,
  { about, targetId, at }: { about: string; targetId: string; at: string },
): Promise<Readonly<Record<string, string>> | undefined> {
  if (readerId === formerAddress.memberId) {
    const last = await table.get(keys.outbox(lastMailId(targetId)));
    return last && parseMail(last).data;
  }
  const moment = (ms: number) => keys.notice(readerId, new Date(Date.parse(at) + ms).toISOString());
  const { pk, sk } = moment(-minuteMs);
  const nearby = queryOf({ partition: pk, sort: { between: [sk, moment(minuteMs).sk] } });
  for await (const item of itemsOf(table, nearby)) {
    const { data } = parseMail(item);
    if (data['about'] === about) return data;
  }
  return undefined;
}
