import { setTimeout } from 'node:timers/promises';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { watchSite } from './watch-site.ts';

export const handler = background(async (): Promise<void> => {
  const count = await watchSite({
    site: await siteUrl(),
    isRendered: env('PAGE_DOCUMENTS') === 'rendered',
    fetch,
    pause: setTimeout,
  });
  logger.info('site walked', { count });
});
