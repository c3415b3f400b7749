import { basename, dirname } from 'node:path';
import { type Metafile } from 'esbuild';

/** Kilobytes of minified code: information, because a function is judged by its start (rule 212). */
export interface BundleSize {
  readonly name: string;
  readonly kilobytes: number;
}

export const sizesOf = ({ outputs }: Metafile): BundleSize[] =>
  Object.entries(outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes }]) => ({ name: basename(dirname(path)), kilobytes: Math.ceil(bytes / 1000) }));
