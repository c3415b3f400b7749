import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountsApi } from '#web/features/accounts/api.ts';
import { connectLive, onCatchUp, onLive } from '#web/lib/live.ts';
import { applyLiveEvent, catchUp } from '#web/lib/live-effects.ts';
import { useSession } from '#web/lib/session.ts';

/** The member's live connection: one for the whole site, whatever page is open. Renders nothing. */
export function LiveConnection() {
  const queries = useQueryClient();
  const { refresh } = useSession();
  useEffect(() => {
    const stops = [
      onLive((event) => void applyLiveEvent(queries, event)),
      onCatchUp(() => void catchUp(queries)),
      connectLive({
        ticket: async () => (await accountsApi.issueSocketTicket()).ticket,
        // The next call with this session is refused, which ends it here too.
        onEnded: () => void refresh(),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, refresh]);
  return null;
}
