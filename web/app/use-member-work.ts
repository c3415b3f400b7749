import { useEffect } from 'react';

export const memberSession = () => import('#web/app/member-session.ts');

/** No first view needs it; the idle work of a member loads it. */
export const signOutPart = () => import('#web/app/sign-out.ts');

export type MemberSession = Awaited<ReturnType<typeof memberSession>>;

export function useMemberWork(
  memberId: string | undefined,
  start: (session: MemberSession, memberId: string) => () => void,
): void {
  useEffect(() => {
    if (!memberId) return;
    let stop: (() => void) | undefined;
    let left = false;
    // A file that is missing offline loads with the next visit.
    void memberSession()
      .catch(() => undefined)
      .then((session) => {
        if (session && !left) stop = start(session, memberId);
      });
    return () => {
      left = true;
      stop?.();
    };
  }, [memberId, start]);
}
