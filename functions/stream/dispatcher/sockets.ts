import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { type Connection, connectionRepository, socketLimit } from '#functions/live/connections.ts';
import type { Push } from '#functions/platform/aws/push.ts';
import type { Table } from '#functions/platform/table.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { AddressedEvent } from '../live-events.ts';

export type Sockets = ReturnType<typeof openSockets>;

/** API Gateway also answers that a socket is gone while its `$connect` is still in progress. */
const openingMs = 15_000;

/**
 * The open sockets of members: sends them events, and closes them when their session ends.
 * @param now milliseconds
 */
export function openSockets(table: Table, push: Push, now: () => number) {
  const connections = connectionRepository(table);

  /**
   * Deletes the row of a closed socket. A socket that is still opening misses the event, but its page reads after it
   * opened.
   */
  async function tell(connection: Connection, frame: object): Promise<void> {
    const outcome = await push.send(connection.id, frame);
    const isOpening = now() - Date.parse(connection.connectedAt) < openingMs;
    if (outcome === 'gone' && !isOpening) await connections.remove(connection);
  }

  async function end(connection: Connection, reason: 'signed_out' | 'blocked'): Promise<void> {
    await tell(connection, { type: 'ended', reason });
    await push.close(connection.id);
    await connections.remove(connection);
  }

  /** Why a socket of this session must close; undefined if it may stay open. */
  const endOf = (profile: ProfileRecord | undefined, { authTime }: Connection) => {
    if (profile?.status === 'blocked') return 'blocked';
    const isOver = profile?.tokensValidAfter !== undefined && !(authTime >= profile.tokensValidAfter);
    return !profile || isOver ? 'signed_out' : undefined;
  };

  return {
    async send({ to, event }: AddressedEvent): Promise<void> {
      const members = to === 'admins' ? await administratorRepository(table).active() : to;
      const open = await Promise.all(members.map((id) => connections.of(id)));
      await Promise.all(open.flat().map((connection) => tell(connection, event)));
    },

    /** Sends an event that costs a read, made only if the member has an open page. */
    async sendIfOpen(memberId: string, make: () => Promise<LiveEvent | undefined>): Promise<void> {
      const open = await connections.of(memberId);
      const event = open.length > 0 ? await make() : undefined;
      if (event) await Promise.all(open.map((connection) => tell(connection, event)));
    },

    /** Closes the member's sockets whose session has ended; all of them if there is no profile. */
    async endSessions(memberId: string, profile: ProfileRecord | undefined): Promise<void> {
      const open = await connections.of(memberId);
      await Promise.all(
        open.map(async (connection) => {
          const reason = endOf(profile, connection);
          if (reason) await end(connection, reason);
        }),
      );
    },

    /**
     * Checks a new socket. Closes it if its session has already ended, and closes the oldest ones if there are too
     * many.
     */
    async welcome(connection: Connection, profile: ProfileRecord | undefined): Promise<void> {
      const reason = endOf(profile, connection);
      if (reason) return end(connection, reason);
      const open = await connections.of(connection.memberId);
      for (const old of open.slice(0, Math.max(0, open.length - socketLimit))) {
        await push.close(old.id);
        await connections.remove(old);
      }
    },
  };
}
