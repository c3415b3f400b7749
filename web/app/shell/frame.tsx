import { type ComponentType, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Navigate, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { lazyPage } from '#web/app/lazy-page.ts';
import { ArrivingPage, PageFrame } from '#web/app/page-frame.tsx';
import { findPage, notFoundPage, pages, redirects, type SitePage } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import { Layout } from '#web/app/shell/layout.tsx';
import { Toaster } from '#web/app/shell/toaster.tsx';
import { AskedAct } from '#web/features/deliveries/acts/asked-act.tsx';
import { savesData } from '#web/lib/browser.ts';
import { useTopmostDialog } from '#web/lib/modals.ts';
import { type Session, useSession } from '#web/lib/session/session.ts';
import { announcements } from '#web/lib/store.ts';
import { CrashBoundary } from '#web/ui/crash-boundary.tsx';

/** The polite live region of `announce`: in the page, or in the modal dialog while one is open. */
export function Announcer() {
  const sentence = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  const dialog = useTopmostDialog();
  // An announcement about the page does not belong in the dialog.
  useEffect(() => (dialog ? announcements.set('') : undefined), [dialog]);
  return (
    <>
      <Region sentence={dialog ? '' : sentence} />
      {dialog && createPortal(<Region sentence={sentence} />, dialog)}
    </>
  );
}

const Region = ({ sentence }: { sentence: string }) => (
  <div className="visually-hidden" aria-live="polite" aria-atomic="true">
    {sentence}
  </div>
);

/** The whole screen for any session and any router: the build renders it too. */
export function Frame() {
  return (
    <>
      <PagesAhead />
      <AppRoutes />
      <AskedAct />
      <Toaster />
      <Announcer />
    </>
  );
}

/** Separate, so that a change of the session does not render every page again. */
function PagesAhead() {
  usePagesAhead();
  return null;
}

const routes = [
  {
    element: <Layout />,
    children: [
      ...redirects.map(({ from, to }) => ({ path: from, element: <Redirect to={to} /> })),
      ...[...pages, notFoundPage].map((page) => ({
        path: page.path,
        element: <PageRoute page={page} Content={lazyPage(page.load)} />,
      })),
    ],
  },
];

const AppRoutes = () => useRoutes(routes);

function PageRoute({ page, Content }: { page: SitePage; Content: ComponentType }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary key={pathname}>
      <Protected access={page.access}>
        <Suspense fallback={<ArrivingPage />}>
          <PageFrame page={page}>
            <Content />
          </PageFrame>
        </Suspense>
      </Protected>
    </CrashBoundary>
  );
}

function Redirect({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={to + search} replace />;
}

/** Milliseconds of delay, so that this work does not compete with a page that was just opened. */
const calmMs = 3_000;

const waysOf = (status: Session['status']): readonly string[] =>
  status === 'member'
    ? [paths.findParcels, paths.myParcels, paths.sendParcel, paths.messaging, paths.profile]
    : [paths.findParcels, paths.sendParcel, paths.login];

/**
 * Loads the code of the next pages in idle time, one after the other, then lets a worker store the site for offline
 * use; neither in the browser's data-saving mode. Then checks for newer builds.
 */
export function usePagesAhead(): void {
  const { status } = useSession();
  // The worker is followed once. Its paths are absolute, so the first way to move leads there from every page.
  const navigate = useRef(useNavigate());
  useEffect(() => {
    if (status === 'loading') return;
    let isOver = false;
    const fetchAll = async () => {
      for (const path of savesData() ? [] : waysOf(status)) {
        await idle();
        if (isOver) return;
        if (!navigator.onLine) break;
        // A file that fails now loads again when its page is opened.
        await findPage(path)
          ?.load()
          .catch(() => undefined);
      }
      await idle();
      if (isOver) return;
      const { followSite } = await import('#web/app/site-worker.ts');
      await followSite({ isMember: status === 'member', open: (path) => void navigate.current(path) });
    };
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => (timer = setTimeout(() => void fetchAll().catch(() => undefined), calmMs));
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('load', begin);
    };
  }, [status]);
}

/** Safari has no `requestIdleCallback`. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
