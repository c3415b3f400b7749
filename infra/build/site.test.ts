import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { visitorsRouter } from './site.ts';

test('pages with links and routes take neither forms and scroll positions, nor pages ahead, data and errors of frameworks', async () => {
  const entry = 'visitors-router-entry';
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      visitorsRouter,
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? "export { NavLink, Routes } from 'react-router';" : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, external: ['react'], preserveEntrySignatures: 'strict' },
    },
  })) as Rollup.RollupOutput;
  expect(output[0].code).toContain('LinkWithRef');
  expect(output[0].code).toContain('function _renderMatches');
  for (const unused of [
    'getFormSubmissionInfo',
    'useScrollRestoration',
    'displayName',
    'PrefetchPageLinks',
    'usePrefetchBehavior',
    'RenderErrorBoundary',
    'dataRouterState',
    'RemixErrorBoundary',
    'RemixRootDefaultErrorBoundary',
    'useNavigateStable',
    'useViewTransitionState',
    'console.warn',
  ])
    expect(output[0].code).not.toContain(unused);
});
