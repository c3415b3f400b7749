import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FunctionName } from './function-table.ts';

/** The built parts that stacks ship, below one folder (`dist`); tests give a folder of stand-ins. */
export interface Builds {
  functionFolder(name: FunctionName): string;
  readonly siteFolder: string;
  readonly placesFolder: string;
}

/** Throws a sentence when something has not been built yet. */
export function buildsIn(folder: string): Builds {
  const built = (path: string, proof: string) => {
    if (existsSync(join(path, proof))) return path;
    throw new Error(`${relative('.', join(path, proof))} is missing: run npm run build first.`);
  };
  return {
    functionFolder: (name) => built(join(folder, 'functions', name), 'index.mjs'),
    get siteFolder() {
      return built(join(folder, 'web'), 'index.html');
    },
    get placesFolder() {
      return built(join(folder, 'places', 'web'), 'places/index.json');
    },
  };
}
