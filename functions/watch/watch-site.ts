import { contract } from '#shared/contract.ts';
import { paths } from '#shared/site/paths.ts';

/** What a visitor gets without an account: pages as documents, and the rows of the API behind the first of them. */
const walked: readonly { readonly path: string; readonly type: string }[] = [
  ...[paths.home, paths.findParcels, paths.login, paths.terms].map((path) => ({ path, type: 'text/html' })),
  ...[contract.site.health, contract.search.searchParcels].map(({ path }) => ({
    path: `/api${path}`,
    type: 'application/json',
  })),
];

/** A second try after this time: what passes by itself wakes nobody. */
const patienceMs = 2000;
/** The longest that a visitor would wait. */
const timeoutMs = 8000;

interface WatchDeps {
  /** Address of the site without a slash at the end. */
  readonly site: string;
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  /** Waits for this time, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Walks the public pages and the health row as a visitor, through CloudFront. Returns how many answered; throws an
 * error that names each address that did not, also at a second try.
 */
export async function watchSite({ site, fetch, pause }: WatchDeps): Promise<number> {
  const look = ({ path, type }: (typeof walked)[number]) => trouble(() => fetch(site + path, limits()), type);
  const results = await Promise.all(
    walked.map(async (one) => {
      const first = await look(one);
      if (!first) return [];
      await pause(patienceMs);
      const second = await look(one);
      return second ? [`${one.path}: ${second}`] : [];
    }),
  );
  const troubles = results.flat();
  if (troubles.length > 0) throw new Error(`The site does not answer as it should: ${troubles.join('; ')}`);
  return walked.length;
}

const limits = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** What is wrong with an answer, if anything is. */
async function trouble(ask: () => Promise<Response>, type: string): Promise<string | undefined> {
  try {
    const { status, headers, ...answer } = await read(await ask());
    if (status !== 200) return `status ${status}`;
    if (!headers.startsWith(type)) return `${headers || 'no type'} instead of ${type}`;
    return answer.length === 0 ? 'empty' : undefined;
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

const read = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers.get('content-type') ?? '',
  length: (await answer.text()).length,
});
