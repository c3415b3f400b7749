/*
 * The one place that touches what a browser keeps for the site. Where it keeps nothing (cookies blocked, private mode,
 * no room left) everything works from memory until the page is left; `keep` tells, and so does `keepsNothing`.
 */
interface Store {
  /** What is kept under the name, or null. */
  read: (name: string) => string | null;
  /** False when it is in memory only, and gone with this page. */
  keep: (name: string, text: string) => boolean;
  drop: (name: string) => void;
  /** Every name, those of libraries too. */
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

/** The access alone throws where cookies are blocked. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** What stays on this device for all tabs. */
export const deviceStore: Store = storeOf(() => localStorage);
/** What ends with this tab. */
export const tabStore: Store = storeOf(() => sessionStorage);

const probe = 'envoyage.probe';

/** Whether this browser keeps nothing now: what is typed is lost when the page is left. */
export function keepsNothing(): boolean {
  const isKept = deviceStore.keep(probe, 'x'.repeat(100));
  deviceStore.drop(probe);
  return !isKept;
}

/** The sentence for it. */
export const keepsNothingText =
  'Votre navigateur ne garde rien pour ce site : ses cookies sont bloqués, ou sa mémoire est pleine.';

/** The databases of this browser, or undefined. */
export const databases = (): IDBFactory | undefined => attempt(() => globalThis.indexedDB, undefined) ?? undefined;

export const eraseDatabase = (name: string): void => attempt(() => void databases()?.deleteDatabase(name), undefined);

/**
 * Runs an act in one tab at a time; without the others' knowledge where the browser has no locks or refuses them. An
 * aborted `signal` ends the wait for the other tabs.
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

/** The tabs of this browser, or undefined. */
export const channelOf = (name: string): BroadcastChannel | undefined =>
  attempt(() => new BroadcastChannel(name), undefined);
