import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

const { code } = transformSync(readFileSync('web/too-old.js', 'utf8'), {
  minify: true,
  target: 'es5',
});
const fileName = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 7)}.js`;

/**
 * Puts `too-old.js` before the application's modules: not as a module, which is what old browsers cannot read, and not
 * inline, which the content security policy forbids.
 */
export const tooOld: Plugin = {
  name: 'too-old',
  buildStart() {
    this.emitFile({ type: 'asset', fileName, source: code });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', (tag) => `<script defer src="/${fileName}"></script>\n    ${tag}`),
  },
};
