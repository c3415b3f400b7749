import { readParameter } from '#functions/platform/aws/parameter.ts';
import { env } from './env.ts';

/**
 * The site's own address without a trailing slash: a setting if the site has a domain, else the parameter that the web
 * stack writes (rule 62). A request's Host is never used.
 */
export async function siteUrl(): Promise<string> {
  const url = process.env['SITE_URL'] || (await readParameter(env('SITE_URL_PARAMETER')));
  return url.replace(/\/+$/, '');
}
