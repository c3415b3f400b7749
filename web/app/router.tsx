import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { CrashBoundary } from '#web/app/crash-boundary.tsx';
import { lazyPage } from '#web/app/lazy-page.ts';
import { currentQuery } from '#web/app/old-query.ts';
import { ArrivingPage, PageFrame } from '#web/app/page-frame.tsx';
import { notFoundPage, type Page, pages, redirects } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import { Layout } from '#web/app/shell/layout.tsx';

const routes = [...pages, notFoundPage].map((page) => ({ page, Content: lazyPage(page.load) }));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {redirects.map(({ from, to }) => (
          <Route key={from} path={from} element={<Redirect to={to} />} />
        ))}
        {routes.map(({ page, Content }) => (
          <Route key={page.path} path={page.path} element={<PageRoute page={page} Content={Content} />} />
        ))}
      </Route>
    </Routes>
  );
}

function PageRoute({ page, Content }: { page: Page; Content: ComponentType }) {
  const { pathname, search, hash, state } = useLocation();
  const query = currentQuery(search);
  if (query !== search) return <Navigate to={{ pathname, search: query, hash }} state={state} replace />;
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
