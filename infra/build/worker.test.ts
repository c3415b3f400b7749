import { expect, test } from 'vitest';
import { type Manifest, storedFiles } from '#infra/build/worker.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'assets/index.js',
    css: ['assets/index.css'],
    assets: ['assets/font.woff2'],
    imports: ['_core.js'],
    dynamicImports: ['routes/site/faq-page.tsx', 'routes/messaging-page.tsx', 'routes/admin-page.tsx'],
  },
  'start.ts': { file: 'assets/start.js' },
  '_core.js': { file: 'assets/core.js' },
  'routes/site/faq-page.tsx': { file: 'assets/faq.js', imports: ['_core.js'] },
  'routes/messaging-page.tsx': { file: 'assets/messaging.js', dynamicImports: ['features/messaging/panel.tsx'] },
  'features/messaging/panel.tsx': { file: 'assets/panel.js', css: ['assets/panel.css'] },
  'routes/admin-page.tsx': { file: 'assets/admin.js' },
};

test('everybody stores the pages for everybody, members also what they open, nobody the panel', () => {
  expect(storedFiles(manifest, ['routes/site/faq-page.tsx'])).toEqual({
    everybody: [
      '/assets/core.js',
      '/assets/faq.js',
      '/assets/font.woff2',
      '/assets/index.css',
      '/assets/index.js',
      '/assets/start.js',
    ],
    members: ['/assets/messaging.js', '/assets/panel.css', '/assets/panel.js'],
  });
});
