import * as z from 'zod/mini';
import { formerAddress, mail } from '#functions/mail/outbox.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, all, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { staying } from '#functions/profiles/repository.ts';
import { leavingFrom, tombstoneYears } from '#shared/accounts/leaving.ts';
import { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

/** The end of an account: planned while the profile stands, in progress once it is gone. */
export const Departure = z.object({
  memberId: z.string(),
  /** The profile as it was, until everything of it is erased. Absent while the member may still take it back. */
  profile: z.optional(ProfileRecord),
  /** When everything was erased for the first time: a later look finds what was written at that moment. */
  erasedAt: z.optional(z.string()),
});
export type Departure = z.infer<typeof Departure>;

export const parseDeparture = ({ record }: Item): Departure => Departure.parse(record);

/** The stream's readers take the member out of every list meanwhile: less is written twice. */
const settledMs = minuteMs;

/** The last mail to a member has an id of its own: the departure waits for it. */
export const lastMailId = (memberId: string) => `gone-${memberId}`;

/** What only the account's end writes: the plan, its withdrawal, and the tombstone in the place of the profile. */
export function departureRepository(table: Table) {
  /** Stored to be looked at from a moment on, in milliseconds. */
  const put = (departure: Departure, dueAt: number, condition?: Parameters<Table['put']>[1]): Write =>
    table.put(
      {
        ...keys.departure(departure.memberId),
        ...indexes.departures(new Date(dueAt).toISOString(), departure.memberId),
        kind: 'departure',
        record: departure,
      },
      condition,
    );

  const mustNotBeAdministrator = (id: string): Write =>
    table.check(
      keys.administrator(id),
      {
        expression: 'attribute_not_exists(pk) OR #status <> :active',
        names: { '#status': 'status' },
        values: { ':active': 'active' },
      },
      () => new Refusal('STILL_ADMINISTRATOR'),
    );

  return {
    put,

    /** The member leaves in 14 days and is hidden from now on; sessions begun before `tokensValidAfter` are over. */
    plan: ({ id }: Pick<ProfileRecord, 'id'>, now: number, tokensValidAfter: number): Write[] => {
      const { at, day } = leavingFrom(now);
      return [
        table.update(
          keys.profile(id),
          {
            expression:
              'SET #record.#leaves = :day, tokensValidAfter = :after, #record.#version = #record.#version + :one, #version = #version + :one',
            names: { '#version': 'version', '#status': 'status' },
            values: { ':day': day, ':after': tokensValidAfter, ':one': 1 },
          },
          all({ expression: '#record.#status <> :blocked', values: { ':blocked': 'blocked' } }, staying),
        ),
        mustNotBeAdministrator(id),
        put({ memberId: id }, at),
      ];
    },

    /** Everything is as before. Throws STATE_CHANGED where nothing is planned any more. */
    takeBack: (id: string): Write[] => [
      table.update(
        keys.profile(id),
        {
          expression:
            'SET #record.#version = #record.#version + :one, #version = #version + :one REMOVE #record.#leaves',
          names: { '#record': 'record', '#version': 'version', '#leaves': 'leavesOn' },
          values: { ':one': 1 },
        },
        { expression: 'attribute_exists(#record.#leaves)' },
      ),
      table.remove(keys.departure(id)),
    ],

    /** A plan whose member no longer leaves. */
    drop: (id: string): Write => table.remove(keys.departure(id)),

    /**
     * The profile goes: from here on the member is nobody's, and nothing can be written as them. The tombstone and the
     * work remain, and the last mail leaves. `refuse` gets the profile that stands at another version.
     */
    close: (
      profile: ProfileRecord,
      { now, reason = '' }: { now: number; reason?: string },
      refuse: (current: Item | undefined) => Refusal = () => new Refusal('STATE_CHANGED'),
    ): Write[] => {
      const { id, firstName, email, emailConfirmedAt, version } = profile;
      return [
        table.remove(keys.profile(id), atVersion(version), refuse),
        mustNotBeAdministrator(id),
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
        // A mailbox that nobody confirmed may be a stranger's.
        ...(emailConfirmedAt
          ? [mail(table, 'accountDeleted', formerAddress, { firstName, email, reason }, { id: lastMailId(id), now })]
          : []),
      ];
    },

    /** Departures that are due, those that wait longest first. */
    due: (now: number): AsyncGenerator<Item> =>
      itemsOf(
        table,
        queryOf({
          index: 'gs2',
          partition: indexes.departures('', '').gs2pk,
          sort: { before: new Date(now + 1).toISOString() },
        }),
      ),
  };
}

/** Which of these members are gone: at most a moment old. */
export async function goneAmong(table: Table, memberIds: readonly string[]): Promise<Set<string>> {
  const stones = await table.getMany(memberIds.map(keys.tombstone));
  return new Set(memberIds.filter((_, index) => stones[index]));
}
