import { useEffect, useRef } from 'react';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { proved } from '#web/lib/session/second-factor.ts';
import { channelOf } from '#web/lib/storage.ts';

/** The waiting calls go on, and what could not be read in the meantime is read again. */
function end(until: string): void {
  proved(until);
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.error instanceof ApiProblem && state.error.code === 'SECOND_FACTOR',
  });
}

/**
 * Ends the question. All tabs of a browser share the session, so one answer closes the question in each.
 */
export function useProved(): (until: string) => void {
  const tabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = channelOf('envoyage.second-factor');
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => end(data));
    tabs.current = channel;
    return () => channel?.close();
  }, []);
  return (until) => {
    tabs.current?.postMessage(until);
    end(until);
  };
}
