import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The site's build. Nothing inline and no polyfill script, because the content security policy allows
 * neither; assets carry their content's hash and never change.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // shared/ and node_modules/ lie beside the root.
  server: { fs: { allow: ['..'] } },
  build: {
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'start.ts'].map((file) => `${import.meta.dirname}/${file}`),
      output: {
        // What every page needs in one file, what every form needs in another: many small ones would cost more.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /jsx-runtime|QueryClientProvider|createLucideIcon|shared\/brand|preload-helper|web\/lib\/(store|announce|query|problem|toast)|components\/(notice|submit-button)/,
            },
            {
              name: 'forms',
              test: /components\/(zod-resolver|error-summary|choice-field)|react-hook-form/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
