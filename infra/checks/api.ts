import { ask, type Check, firstWrong } from './check.ts';

const listing = '/api/public/parcels';
const isJson = (type: string) => /^application\/(problem\+)?json/.test(type);

export const apiChecks: readonly Check[] = [
  {
    name: 'the API answers',
    expects: '/api/health answers 200 with ok.',
    async run({ site }) {
      const { status, text, seen } = await ask(`${site}/api/health`);
      return firstWrong([status === 200 && text === '{"ok":true}', `${seen} ${text.slice(0, 80)}`]);
    },
  },
  {
    name: 'nobody gets around the edge',
    expects: 'The API itself refuses a request without the secret of the edge: 403.',
    notLocal: 'this machine has no way around its edge',
    async run({ api }) {
      const { status, header, seen } = await ask(`${api}/api/health`);
      return firstWrong([status === 403 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'strangers are refused in JSON',
    expects: '/api/me without a session answers 401 in JSON, never a page.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/api/me`);
      return firstWrong([status === 401 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'an unknown operation is refused in JSON',
    expects: '/api/nope answers 404 in JSON, never a page.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/api/nope`);
      return firstWrong([status === 404 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'listings come from the cache of the edge',
    expects: `${listing} twice within its second is a hit, and its ETag answers 304.`,
    async run({ site }) {
      const first = await ask(site + listing);
      const [second, third] = [await ask(site + listing), await ask(site + listing)];
      const etag = first.header('etag');
      const again = await ask(site + listing, { headers: { 'if-none-match': etag } });
      const caches = [first, second, third].map(({ header }) => header('x-cache'));
      return firstWrong(
        [first.status === 200, first.seen],
        [/s-maxage=1\b/.test(first.header('cache-control')), `cache-control: ${first.header('cache-control')}`],
        [caches.some((text) => text.startsWith('Hit')), `x-cache: ${caches.join(', ')}`],
        [etag !== '', 'no ETag'],
        [again.status === 304 || again.header('etag') !== etag, again.seen],
      );
    },
  },
  {
    name: 'the edge drops unknown query names',
    expects: `${listing} with an unknown name is the cached answer without it.`,
    async run({ site }) {
      await ask(site + listing);
      // One more than needed: the second of the first answer may just end.
      const coloured = [await ask(`${site}${listing}?colour=blue`), await ask(`${site}${listing}?colour=red`)];
      const caches = coloured.map(({ header }) => header('x-cache'));
      return firstWrong(
        [coloured.every(({ status }) => status === 200), coloured.map(({ seen }) => seen).join(', ')],
        [caches.some((text) => text.startsWith('Hit')), `x-cache: ${caches.join(', ')}`],
      );
    },
  },
  {
    name: 'public reads are read alone',
    expects: `POST ${listing} is refused by the edge: 403.`,
    async run({ site }) {
      const { status, seen } = await ask(site + listing, { method: 'POST' });
      return firstWrong([status === 403, seen]);
    },
  },
];
