import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { servePartsPage } from './parts-page.ts';

/**
 * `npm run gallery` serves the page of parts. `npm run gallery -- <path> [<state>] [--as <person>]` takes pictures of
 * one screen of the running product, by default as a visitor. `--all` takes those of every screen: of one person with
 * `--as`, else of everybody.
 */
try {
  const { values, positionals } = parseArgs({
    options: { as: { type: 'string' }, all: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [path, state] = positionals;
  if (!path && !values.as && !values.all) await servePartsPage();
  else {
    spawnSync(process.execPath, ['infra/local/ensure.mjs', '--packages', '--browser'], { stdio: 'inherit' });
    enableCompileCache();
    // Loads after the browser is installed, because it looks for one.
    const { pictureScreens } = await import('./screens/pictures.ts');
    console.log(await pictureScreens(values.as, values.all ? undefined : { path, state }));
  }
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}
