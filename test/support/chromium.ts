import { existsSync } from 'node:fs';
import known from '#infra/local/browsers.json' with { type: 'json' };

/** The browser of all browser tests and benchmarks: the one that `CHROMIUM` names, else the first that is installed. */
export const chromiumPath = process.env['CHROMIUM'] ?? known.find((path) => existsSync(path)) ?? '';
