import { buildPlaces } from '../places/build.ts';
import type { BundleSize } from './functions.ts';
import { buildFunctions, copyRenderer } from './functions.ts';
import { buildSite } from './site.ts';

/** `npm run build`: everything that the stacks deploy, into `dist/`. */
await step('places', () => buildPlaces());
const { sizes } = await step('functions', () => buildFunctions());
report(sizes);
await step('site', () => buildSite());
copyRenderer();

async function step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${name.padEnd(10)} built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function report(sizes: readonly BundleSize[]) {
  for (const { name, kilobytes } of sizes) console.log(`  ${name.padEnd(20)} ${String(kilobytes).padStart(4)} kB`);
}
