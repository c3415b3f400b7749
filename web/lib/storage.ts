/*
 * The only place that touches the browser's storage. Without storage (cookies blocked, private mode, disk full)
 * everything works from memory until the page is left; `keep` and `keepsNothing` report it.
 */
interface Store {
  read: (name: string) => string | null;
  /** False if it is in memory only, and lost with this page. */
  keep: (name: string, text: string) => boolean;
  drop: (name: string) => void;
  /** Every name, including those of libraries. */
  names: () => string[];
}

function storeOf(open: () => Storage): Store {
  const memory = new Map<string, string>();
  return {
    read: (name) => memory.get(name) ?? attempt(() => open().getItem(name), null),
    keep(name, text) {
      const isKept = attempt(() => {
        open().setItem(name, text);
        return true;
      }, false);
      if (isKept) memory.delete(name);
      else memory.set(name, text);
      return isKept;
    },
    drop(name) {
      memory.delete(name);
      attempt(() => open().removeItem(name), undefined);
    },
    names: () => [...new Set([...attempt(() => Object.keys(open()), []), ...memory.keys()])],
  };
}

/** Even the access throws when cookies are blocked. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const deviceStore: Store = storeOf(() => localStorage);
export const tabStore: Store = storeOf(() => sessionStorage);

const probe = 'envoyage.probe';

export function keepsNothing(): boolean {
  const isKept = deviceStore.keep(probe, 'x'.repeat(100));
  deviceStore.drop(probe);
  return !isKept;
}

export const keepsNothingText =
  'Votre navigateur ne garde rien pour ce site : ses cookies sont bloqués, ou sa mémoire est pleine.';

export const databases = (): IDBFactory | undefined => attempt(() => globalThis.indexedDB, undefined) ?? undefined;

export const eraseDatabase = (name: string): void => attempt(() => void databases()?.deleteDatabase(name), undefined);

/**
 * Runs an act in one tab at a time; without the lock if the browser has none or refuses it. An aborted `signal` ends
 * the wait for the other tabs.
 */
export async function oneTabAtATime<T>(name: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let begun = false;
  const begin = () => {
    begun = true;
    return act();
  };
  try {
    return await (signal ? navigator.locks.request(name, { signal }, begin) : navigator.locks.request(name, begin));
  } catch (refused) {
    if (begun) throw refused;
    return act();
  }
}

export const channelOf = (name: string): BroadcastChannel | undefined =>
  attempt(() => new BroadcastChannel(name), undefined);
