import * as z from 'zod/mini';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import type { DecisionFacts } from '#functions/mail/mail.ts';
import { formerAddress, mail } from '#functions/mail/outbox.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, all, atVersion, expression, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { staying } from '#functions/profiles/repository.ts';
import { type Blockers, deletionTime, tombstoneYears } from '#shared/account-deletion/rules.ts';
import { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

export const Deletion = z.object({
  memberId: z.string(),
  /** The last profile, kept until all data is deleted. Absent while the member may still cancel. */
  profile: z.optional(ProfileRecord),
  /** When all data was first deleted. A second look then deletes what was written at that moment. */
  erasedAt: z.optional(z.string()),
});
export type Deletion = z.infer<typeof Deletion>;

export const parseDeletion = ({ record }: Item): Deletion => Deletion.parse(record);

/** Gives the stream's readers time to remove the member from lists, so that the steps write less. */
const settledMs = minuteMs;

/** The last mail to a member has a fixed id, because the deletion waits until it is sent. */
export const lastMailId = (memberId: string) => `gone-${memberId}`;

export function deletionRepository(table: Table) {
  return { ...jobRows(table), ...accountWrites(table) };
}

function jobRows(table: Table) {
  return {
    /** `dueAt` is when the job looks at the deletion next, in milliseconds. */
    put: (deletion: Deletion, dueAt: number): Write =>
      table.put({
        ...keys.deletion(deletion.memberId),
        ...indexes.deletions(new Date(dueAt).toISOString(), deletion.memberId),
        kind: 'departure',
        record: deletion,
      }),

    remove: (memberId: string): Write => table.remove(keys.deletion(memberId)),

    due: (now: number): AsyncGenerator<Item> =>
      itemsOf(
        table,
        queryOf({
          index: 'gs2',
          partition: indexes.deletions('', '').gs2pk,
          sort: { before: new Date(now + 1).toISOString() },
        }),
      ),
  };
}

function accountWrites(table: Table) {
  const { put, remove } = jobRows(table);

  return {
    /**
     * Hides the member immediately and deletes the account in 14 days. Ends sessions from before `tokensValidAfter`.
     */
    schedule: ({ id }: Pick<ProfileRecord, 'id'>, now: number, tokensValidAfter: number): Write[] => {
      const { at, day } = deletionTime(now);
      return [
        table.update(
          keys.profile(id),
          expression`SET #record.#leavesOn = ${day}, tokensValidAfter = ${tokensValidAfter}, #record.#version = #record.#version + ${1}, #version = #version + ${1}`,
          all(expression`#record.#status <> ${'blocked'}`, staying),
        ),
        mustNotBeAdministrator(table, id),
        put({ memberId: id }, at),
      ];
    },

    /** Restores the account. Throws STATE_CHANGED if no deletion is scheduled any more. */
    cancel: (id: string): Write[] => [
      table.update(
        keys.profile(id),
        expression`SET #record.#version = #record.#version + ${1}, #version = #version + ${1} REMOVE #record.#leavesOn`,
        expression`attribute_exists(#record.#leavesOn)`,
      ),
      remove(id),
    ],

    /**
     * Removes the profile, so that the member can no longer be written to or act. Leaves a tombstone, the work for the
     * job, and the last mail. On a version conflict, `refuse` gets the stored profile.
     */
    close: (
      profile: ProfileRecord,
      { now, reason = '', ...decision }: { now: number; reason?: string } & Partial<DecisionFacts>,
      refuse: (current: Item | undefined) => Refusal = () => new Refusal('STATE_CHANGED'),
    ): Write[] => {
      const { id, firstName, email, emailConfirmedAt, version } = profile;
      return [
        table.remove(keys.profile(id), atVersion(version), refuse),
        mustNotBeAdministrator(table, id),
        table.put(
          {
            ...keys.tombstone(id),
            kind: 'tombstone',
            day: dayOf(now),
            ttl: Math.floor((now + tombstoneYears * 365 * dayMs) / 1000),
          },
          absent,
        ),
        put({ memberId: id, profile }, now + settledMs),
        // An unconfirmed address may belong to a stranger.
        ...(emailConfirmedAt
          ? [
              mail(
                table,
                'accountDeleted',
                formerAddress,
                { firstName, email, reason, ...decision },
                { id: lastMailId(id), now },
              ),
            ]
          : []),
      ];
    },
  };
}

const mustNotBeAdministrator = (table: Table, id: string): Write =>
  table.check(
    keys.administrator(id),
    expression`attribute_not_exists(pk) OR #status <> ${'active'}`,
    () => new Refusal('STILL_ADMINISTRATOR'),
  );

export async function deletedAmong(table: Table, memberIds: readonly string[]): Promise<Set<string>> {
  const tombstones = await table.getMany(memberIds.map(keys.tombstone));
  return new Set(memberIds.filter((_, index) => tombstones[index]));
}

export async function blockersOf(table: Table, memberId: string): Promise<Blockers> {
  const standing = await administratorRepository(table).standing(memberId);
  const shared = {
    ...queryOf({ partition: keys.member(memberId), sort: { beginsWith: 'BY#' } }),
    ConsistentRead: true,
  };
  let hasParcelInHand = false;
  for await (const item of itemsOf(table, shared)) {
    hasParcelInHand = isOfKind(item, 'inHand');
    if (hasParcelInHand) break;
  }
  return { ...standing, hasParcelInHand };
}
