import { tabStore } from '#web/lib/storage.ts';

const tabKey = 'envoyage.tab@';
const lockOf = (key: string) => `envoyage.writing ${key}`;
/** A reload may come before the browser has ended the page; the tab that a copy was made of stays. */
const patienceMs = 2_000;

/** The name of this tab, by which its drafts are told from those of other tabs; undefined before it has one. */
export const knownTab = (): string | null => tabStore.read(tabKey);
export const thisTab = (): string => knownTab() ?? renameTab();

function renameTab(): string {
  const name = crypto.randomUUID();
  tabStore.keep(tabKey, name);
  return name;
}

/** Holds a draft while its form is shown, until the returned function is called: no other tab takes it meanwhile. */
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
      // A copied tab has the name of its original. Where there are no locks, both go on with it.
      if (isCopy && navigator.locks) renameTab();
    }
  };
  void hold();
  return () => {
    clearTimeout(patience);
    release();
  };
}

/** The drafts whose forms are shown in a tab now; none are known where the browser has no locks. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map(({ name = '' }) => name.slice(lockOf('').length)));
  } catch {
    return new Set();
  }
}
