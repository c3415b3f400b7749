import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyUnbundled } from './functions.ts';

test('the scanner is shipped with complete libraries, for every processor, within 20 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unbundled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyUnbundled(folder);
  const shipped = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  expect(shipped.filter((file) => /\.(node|so|dylib)(\.\d+)*$/.test(file))).toEqual([]);
  const bytes = shipped.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(20_000_000);

  writeFileSync(
    join(folder, 'scanner', 'draw.mjs'),
    `import sharp from 'sharp';
     import { PDFiumLibrary } from '@hyzyla/pdfium';
     const white = { width: 60, height: 60, channels: 3, background: 'white' };
     const picture = await sharp({ create: white }).jpeg().toBuffer();
     const pdfium = await PDFiumLibrary.init();
     console.log(JSON.stringify([Boolean(sharp.versions.emscripten), picture.length > 0, typeof pdfium.loadDocument]));`,
  );
  const drawn = execFileSync(process.execPath, [join(folder, 'scanner', 'draw.mjs')], { encoding: 'utf8' });
  expect(JSON.parse(drawn)).toEqual([true, true, 'function']);
});
