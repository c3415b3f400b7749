import { tabStore } from '#web/lib/storage.ts';

const tabKey = 'envoyage.tab@';
const lockOf = (key: string) => `envoyage.writing ${key}`;
/**
 * A reload may start before the browser has ended the old page, so its lock is released soon. The original of a copied
 * tab keeps its lock.
 */
const patienceMs = 2_000;

/** The name of this tab, which marks its drafts; undefined before it has one. */
export const knownTab = (): string | null => tabStore.read(tabKey);
export const thisTab = (): string => knownTab() ?? renameTab();

function renameTab(): string {
  const name = crypto.randomUUID();
  tabStore.keep(tabKey, name);
  return name;
}

/** Holds a draft while its form is shown, so that no other tab takes it. The returned function releases it. */
export function holdDraft(key: string): () => void {
  const over = new AbortController();
  let release = () => over.abort();
  let isCopy = false;
  const patience = setTimeout(() => {
    isCopy = true;
    over.abort();
  }, patienceMs);
  const hold = async () => {
    try {
      await navigator.locks.request(lockOf(key), { signal: over.signal }, () => {
        clearTimeout(patience);
        return new Promise<void>((resolve) => (release = resolve));
      });
    } catch {
      // A copied tab has the name of its original. Without locks both keep it.
      if (isCopy && navigator.locks) renameTab();
    }
  };
  void hold();
  return () => {
    clearTimeout(patience);
    release();
  };
}

/** The drafts whose forms are shown in a tab now; empty in a browser without locks. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map(({ name = '' }) => name.slice(lockOf('').length)));
  } catch {
    return new Set();
  }
}
