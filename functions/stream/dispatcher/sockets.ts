import { administratorRepository } from '#functions/admin/administrators.ts';
import { type Connection, connectionRepository, socketLimit } from '#functions/live/connections.ts';
import type { Push } from '#functions/platform/push.ts';
import type { Table } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { AddressedEvent } from '../live-events.ts';

export type Sockets = ReturnType<typeof openSockets>;

/** API Gateway answers that a socket is gone, too, while its `$connect` is still under way. */
const openingMs = 15_000;

/**
 * The open sockets of members: told of events, and ended when their session is.
 * @param now milliseconds
 */
export function openSockets(table: Table, push: Push, now: () => number) {
  const connections = connectionRepository(table);

  /** Who is gone leaves no row behind. What is told to a socket that is just opening is lost: its page asks once it stands. */
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

  /** Why a socket of this session may no longer be open, undefined when it may. */
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

    /** Ends the member's sockets whose session is over. */
    async endSessions(profile: ProfileRecord): Promise<void> {
      const open = await connections.of(profile.id);
      await Promise.all(
        open.map(async (connection) => {
          const reason = endOf(profile, connection);
          if (reason) await end(connection, reason);
        }),
      );
    },

    /** A new socket: ended when its session was over before it opened; the oldest make room when there are too many. */
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
