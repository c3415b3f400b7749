/** The worker writes it and the pages read it: the build of which this device has every file. */

/** Files with a hash in their name, of all builds that are kept: for everybody, and for members beyond these. */
export const filesCache = 'envoyage-files';
export const membersCache = 'envoyage-members';
const buildsCache = 'envoyage-builds';
const newestKey = '/newest.json';

export const documentsCache = ({ id }: Pick<StoredBuild, 'id'>) => `envoyage-documents ${id}`;

interface StoredBuild {
  readonly id: string;
  /** The application's first file: its name changes with every other one. */
  readonly entry: string;
  readonly files: readonly string[];
}
/** The complete build on this device; undefined before the first visit has stored one. */
export async function storedBuild(): Promise<StoredBuild | undefined> {
  if (!(await caches.has(buildsCache))) return undefined;
  const stored = await (await caches.open(buildsCache)).match(newestKey);
  return (await stored?.json()) as StoredBuild | undefined;
}

export async function keepAsNewest(build: StoredBuild): Promise<void> {
  await (await caches.open(buildsCache)).put(newestKey, new Response(JSON.stringify(build)));
}

/** Deletes what does not belong to the newest build. */
export async function sweep(): Promise<void> {
  const newest = await storedBuild();
  if (!newest) return;
  const known = [filesCache, membersCache, buildsCache, documentsCache(newest)];
  for (const name of await caches.keys()) {
    if (!known.includes(name)) await caches.delete(name);
  }
  const files = new Set(newest.files);
  for (const name of [filesCache, membersCache]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!files.has(new URL(url).pathname)) await cache.delete(url);
    }
  }
}
