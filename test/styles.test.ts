import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

test('layers come in the order that the theme declares, in the file of every page', async () => {
  const { output } = (await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const text = (fileName: string) => {
    const file = output.find((one) => one.fileName === fileName);
    return file?.type === 'asset' ? String(file.source) : '';
  };
  const sheets = [...text('index.html').matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => text(file));
  const layers = sheets.flatMap((sheet) => [...sheet.matchAll(/@layer ([\w.]+)/g)].map(([, layer]) => layer));
  expect([...new Set(layers)]).toEqual(['amplify.reset', 'amplify.base', 'amplify.components', 'envoyage']);
});
