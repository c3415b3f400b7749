import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { onceAlive } from '#web/lib/alive.ts';
import { checkConnection, offline } from '#web/lib/api/problem.ts';
import { meKey } from '#web/lib/api/query.ts';
import { accountRefusals } from '#web/lib/api/way-out.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { auth, endSession, startSession } from '#web/lib/session/auth.ts';
import { type Session, SessionContext } from '#web/lib/session/session.ts';
import { keepsNothing, keepsNothingText } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';

const memberSession = () => import('#web/app/member-session.ts');

/** No first view needs it; the idle work of a member loads it. */
const signOutPart = () =>
  import('#web/app/sign-out.tsx').catch(() => {
    toast.error('Impossible de vous déconnecter. Veuillez réessayer.', checkConnection);
    return undefined;
  });

type MemberSession = Awaited<ReturnType<typeof memberSession>>;

function useMemberWork(
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

/** If it does not load, the session ends; drafts stay on this device. */
const ResumeDialog = lazyPart(
  () => import('#web/features/accounts/resume-dialog.tsx').then((file) => file.ResumeDialog),
  EndSession,
);
const SecondFactorQuestions = lazyPart(() =>
  import('#web/features/second-factor/second-factor-questions.tsx').then((file) => file.SecondFactorQuestions),
);

/**
 * When a member signs out, in this tab or another, it deletes their cached answers and mounts everything below again,
 * so that the next person sees none of their data.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const here = useSyncExternalStore(auth.subscribe, auth.get, auth.get);
  const { status } = here;
  const hasLapsed = here.status === 'member' && here.lapsed !== undefined;
  const queries = useQueryClient();
  const account = useQuery({
    queryKey: meKey,
    queryFn: async () => (await memberSession()).readMe(),
    enabled: status === 'member',
  });
  const known = status === 'member' ? account.data : undefined;
  const me = known && 'id' in known ? known : undefined;
  const blocked = known?.status === 'blocked' && !('id' in known) ? known : undefined;
  const leaving = known?.status === 'leaving' ? known : undefined;
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: meKey }), [queries]);

  // A change of the session during hydration would make React do the rest of it in one long task.
  useEffect(() => onceAlive(startSession), []);
  // The banner under the header shows the state of the account and the next step.
  useEffect(() => accountRefusals.subscribe(() => void refresh()), [refresh]);
  const departures = useDepartures(queries);
  // When the server ends the live connection, the account gives the reason.
  const live = useCallback(
    (session: MemberSession) => session.startLive(queries, () => void refresh()),
    [queries, refresh],
  );
  useMemberWork(hasLapsed ? undefined : me?.id, live);
  const offline = useCallback(
    (session: MemberSession, memberId: string) => session.startOffline(queries, memberId),
    [queries],
  );
  useMemberWork(here.status === 'member' ? here.memberId : undefined, offline);
  // No member was working here, so nothing needs to be kept.
  useEffect(() => (hasLapsed && !me ? endSession() : undefined), [hasLapsed, me]);

  /** Asked of one member alone: the next one, after a departure, reads nothing of it. */
  const [asked, setAsked] = useState<{ question: ReactNode; at: number }>();
  const signOut = useCallback<Session['signOut']>(
    async (options) =>
      (await signOutPart())?.signOut(queries, (question) => setAsked({ question, at: departures }), options),
    [queries, departures],
  );

  const session = useMemo<Session>(
    () => ({ status, me, blocked, leaving, meFailed: account.isError, signIn, signOut, refresh }),
    [status, me, blocked, leaving, account.isError, signOut, refresh],
  );
  return (
    <SessionContext value={session}>
      <Fragment key={departures}>{children}</Fragment>
      {/* One place for all dialogs: built pages have one, too (`contentOf`). */}
      {here.status === 'member' && (
        <Suspense fallback={null}>
          {me && here.lapsed === 'asking' && <ResumeDialog email={me.email} />}
          {asked?.at === departures && asked.question}
          {me?.isAdmin && <SecondFactorQuestions />}
        </Suspense>
      )}
    </SessionContext>
  );
}

/** Number of sign-outs. Each one deletes cached answers before the next person sees anything. */
function useDepartures(queries: QueryClient): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let before = auth.get().status;
    return auth.subscribe(() => {
      const now = auth.get().status;
      if (before === 'member' && now !== 'member') {
        queries.clear();
        setCount((departures) => departures + 1);
      }
      before = now;
    });
  }, [queries]);
  return count;
}

const signIn: Session['signIn'] = async (email, password, remember) => {
  const part = await import('#web/lib/session/sign-in.ts').catch(() => undefined);
  if (!part) return { ok: false, code: 'offline', message: offline().detail };
  const outcome = await part.signIn(email, password, remember);
  if (outcome.ok) toast.success('Connexion réussie');
  if (outcome.ok && keepsNothing()) toast.info('Vous serez déconnecté en quittant cette page', keepsNothingText);
  return outcome;
};

function EndSession() {
  useEffect(endSession, []);
  return null;
}
