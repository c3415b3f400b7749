import { type ComponentType, Suspense } from 'react';
import { Navigate, useLocation, useRoutes } from 'react-router-dom';
import { CrashBoundary } from '#web/app/crash-boundary.tsx';
import { lazyPage } from '#web/app/lazy-page.ts';
import { ArrivingPage, PageFrame } from '#web/app/page-frame.tsx';
import { notFoundPage, pages, redirects, type SitePage } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import { Layout } from '#web/app/shell/layout.tsx';

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

export const AppRoutes = () => useRoutes(routes);

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
