import { paths } from '#shared/site/paths.ts';

/** Most kilobytes (of 1,000 bytes, gzip 9) of a first load (rule 202). */
export const firstLoadLimits = { home: 138, find: 153, visitors: 175, members: 221, css: 30 } as const;

/** Most script of a page that is open to visitors. */
export const scriptLimit = (path: string): number =>
  ({ [paths.home]: firstLoadLimits.home, [paths.findParcels]: firstLoadLimits.find })[path] ?? firstLoadLimits.visitors;
