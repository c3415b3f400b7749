import { contract } from '#shared/contract.ts';
import { answersMark } from '#shared/documents/ask.ts';
import { paths } from '#shared/site/paths.ts';

/** The pages and API rows that a visitor without an account gets first, by path and type. */
const walked: readonly { readonly path: string; readonly type: string; readonly hasListings?: true }[] = [
  ...[paths.home, paths.findParcels].map((path) => ({ path, type: 'text/html', hasListings: true as const })),
  ...[paths.login, paths.terms].map((path) => ({ path, type: 'text/html' })),
  ...[contract.site.health, contract.search.searchParcels].map(({ path }) => ({
    path: `/api${path}`,
    type: 'application/json',
  })),
];

/** Delay before the retry. A transient failure raises no alarm. */
const patienceMs = 2000;
/** The longest wait of a visitor, in milliseconds. */
const timeoutMs = 8000;

interface WatchDeps {
  /** Address of the site without a trailing slash. */
  readonly site: string;
  /** A function renders documents with listings. Without them the edge has taken the built document. */
  readonly isRendered: boolean;
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  /** Waits for this time, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Checks the public pages and the health row as a visitor, through CloudFront. Returns the number of answers. Throws an
 * error that names each address that failed twice.
 */
export async function watchSite({ site, isRendered, fetch, pause }: WatchDeps): Promise<number> {
  const look = ({ path, type, hasListings }: (typeof walked)[number]) =>
    trouble(() => fetch(site + path, limits()), type, isRendered && hasListings === true);
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

async function trouble(ask: () => Promise<Response>, type: string, hasListings: boolean): Promise<string | undefined> {
  try {
    const { status, headers, ...answer } = await read(await ask());
    if (status !== 200) return `status ${status}`;
    if (!headers.startsWith(type)) return `${headers || 'no type'} instead of ${type}`;
    if (answer.text.length === 0) return 'empty';
    return hasListings && !answer.text.includes(answersMark) ? 'no listings in the document' : undefined;
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

const read = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers.get('content-type') ?? '',
  text: await answer.text(),
});
