import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { type Member, profileRoutes } from '#shared/profiles/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { ApiProblem, asProblem, checkConnection, connectionTitle, offline } from '#web/lib/api/problem.ts';
import { meKey, queriesOf } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

export const profilesApi = clientOf(profileRoutes);
export const profilesQuery = queriesOf('profiles', profilesApi);

/** Product 1.9: 8 seconds for a profile, then at most 3 more tries, after 2, 4 and 6 seconds. */
const timeoutMs = 8_000;
export const mostRetries = 3;
const retryStepMs = 2_000;
/** A toast at the second retry, which follows the second failure. */
const toastAtFailure = 2;

/** Only temporary failures are retried: no connection, no answer in time, a fault. */
const passing = new Set<ApiProblem['code']>(['OFFLINE', 'UNAVAILABLE', 'FAULT']);

export const isRepeated = (error: unknown): boolean => passing.has(asProblem(error).code);

const memberQuery = (userId: string) => profilesQuery('readMember', { params: { userId } });

/** A member's public profile. `failures`: number of failed tries, 0 again after `retry`. */
export function useMember(userId: string) {
  const queries = useQueryClient();
  const reading = useQuery({
    ...memberQuery(userId),
    queryFn: ({ signal }) => readInTime(userId, signal),
    retry: (failures, error) => failures < mostRetries && isRepeated(error),
    retryDelay: (failures) => (failures + 1) * retryStepMs,
  });
  const { data, failureReason, failureCount } = reading;
  const isOffline = asProblem(failureReason).code === 'OFFLINE';
  useEffect(() => {
    if (failureCount === toastAtFailure && isRepeated(failureReason))
      toast.error(connectionTitle, isOffline ? checkConnection : 'Nouvel essai dans un instant.');
    if (data || failureCount === 0) toast.settle(connectionTitle);
  }, [data, failureCount, failureReason, isOffline]);
  return {
    member: data,
    failure: failureReason,
    failures: failureCount,
    /** Starts again, also during the pause before the next try. */
    retry: () => void queries.resetQueries({ queryKey: memberQuery(userId).queryKey }),
  };
}

/** Shows the member's own change of a profile immediately; the server's counters follow a moment later. */
export function showMember(queries: QueryClient, userId: string, change: (member: Member) => Member): void {
  queries.setQueryData<Member>(memberQuery(userId).queryKey, (member) => member && change(member));
}

async function readInTime(userId: string, signal: AbortSignal): Promise<Member> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await profilesApi.readMember({ params: { userId } }, { signal: AbortSignal.any([signal, late.signal]) });
  } catch (error) {
    throw late.signal.aborted ? tooLate() : error;
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = () =>
  new ApiProblem('OFFLINE', {
    title: connectionTitle,
    detail: 'Délai dépassé pour le chargement du profil',
  });

/** The sentence of the catalogue for a profile that could not be read (product 1.8). */
export function memberSentence(error: unknown): string {
  const { code, detail } = asProblem(error);
  if (code === 'OFFLINE') return detail === tooLate().detail ? `${detail}. ${offline().detail}` : detail;
  return isRepeated(error) ? "Impossible de charger le profil de l'utilisateur." : detail;
}

/** The member's own account: `latest` from the cache, `show` stores the answer of a change. */
export function useOwnAccount(me: Me) {
  const queries = useQueryClient();
  const latest = useCallback(() => queries.getQueryData<Me>(meKey) ?? me, [queries, me]);
  const show = useCallback((changed: Me) => queries.setQueryData(meKey, changed), [queries]);
  return { latest, show };
}
