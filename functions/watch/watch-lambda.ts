import { logger } from '#functions/platform/log.ts';
import { siteUrl } from '#functions/platform/site-url.ts';
import { watchSite } from './watch-site.ts';

export const handler = async (): Promise<void> => {
  const count = await watchSite({
    site: await siteUrl(),
    fetch,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  logger.info('site walked', { count });
};
