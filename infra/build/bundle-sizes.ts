import { basename, dirname } from 'node:path';
import { type Metafile } from 'esbuild';

/** Largest bundle in kilobytes. The AWS clients are most of it, and each kilobyte costs time at a cold start. */
const budgets = { tableOnly: 420, moreClients: 620 };
const moreClients = new Set([
  'accounts',
  'uploads',
  'parcels',
  'deliveries',
  'admin',
  'identity-documents',
  'dispatcher',
  'mailer',
  'socket',
  'scanner',
  'pre-token',
  'bootstrap',
  'daily',
  'reminders',
  'exports',
  'exporter',
  'erasing',
  'receipts',
  'second-factor',
]);

/** Kilobytes of minified code. */
export const budgetOf = (name: string): number => (moreClients.has(name) ? budgets.moreClients : budgets.tableOnly);

export interface BundleSize {
  readonly name: string;
  readonly kilobytes: number;
  readonly budget: number;
}

export const sizesOf = ({ outputs }: Metafile): BundleSize[] =>
  Object.entries(outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes }]) => {
      const name = basename(dirname(path));
      return {
        name,
        kilobytes: Math.ceil(bytes / 1000),
        budget: budgetOf(name),
      };
    });
