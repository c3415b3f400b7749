import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from '../shared/site/floor.ts';
import { chunks } from './chunks.ts';
import { frenchSpaces } from './french-spaces.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The core takes all its imports along; the other chunks take only the named modules. */
const groupOf = ([name, parts]: [string, readonly string[]]) => ({
  name,
  test: new RegExp(parts.map(escaped).join('|')),
  includeDependenciesRecursively: name === 'core',
});

const file = (ending: string) => `assets/[hash:7].${ending}`;

/**
 * The site's build. Nothing inline and no polyfill script, because the content security policy allows
 * neither; assets are named by their content's hash and never change.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [frenchSpaces, react({ jsxImportSource: '#jsx' })],
  resolve: { alias: [{ find: /^.*\/createLucideIcon\.mjs$/, replacement: `${import.meta.dirname}/ui/drawn-icon.ts` }] },
  // shared/ and node_modules/ lie beside the root.
  server: { fs: { allow: ['..'] } },
  build: {
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'start.ts'].map((file) => `${import.meta.dirname}/${file}`),
      // Modules of shared only declare: one that is imported for nothing that is used would come along with its texts.
      treeshake: { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] },
      output: {
        chunkFileNames: file('js'),
        assetFileNames: file('[ext]'),
        codeSplitting: { groups: Object.entries(chunks).map(groupOf) },
      },
    },
    outDir: '../dist/web',
    emptyOutDir: true,
    target: buildTargets,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
