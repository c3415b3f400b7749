import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { visitorsRouter } from './visitors-router.ts';

test('a page that only links takes neither forms nor the positions of the scroll', async () => {
  const entry = 'visitors-router-entry';
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      visitorsRouter,
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? "export { Link } from 'react-router';" : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, external: ['react'], preserveEntrySignatures: 'strict' },
    },
  })) as Rollup.RollupOutput;
  expect(output[0].code).toContain('LinkWithRef');
  for (const unused of ['getFormSubmissionInfo', 'useScrollRestoration', 'displayName'])
    expect(output[0].code).not.toContain(unused);
});
