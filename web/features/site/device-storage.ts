/** What the site keeps on this device, by the beginning of its names, and why. `isDraft`: may be erased at will. */
const kinds = [
  { prefix: 'CognitoIdentityServiceProvider.', text: 'Jetons de votre session', isDraft: false },
  { prefix: 'envoyage.session', text: "Présence d'une session", isDraft: false },
  { prefix: 'envoyage.tabs', text: "Présence d'une session dans un autre onglet", isDraft: false },
  { prefix: 'envoyage.draft.', text: "Brouillon d'un colis ou d'un trajet", isDraft: true },
  { prefix: 'envoyage.message.', text: "Brouillon d'un message", isDraft: true },
  { prefix: 'envoyage.registration', text: 'Inscription commencée', isDraft: true },
  { prefix: 'envoyage.redirect', text: 'Page à rouvrir après la connexion', isDraft: true },
  { prefix: 'envoyage.reloadedAt', text: 'Dernier rechargement automatique', isDraft: false },
] as const;

export type Kept = { readonly text: string; readonly count: number; readonly isDraft: boolean };

/** What stands on this device now; what belongs to nobody of ours is not named. */
export function keptOnDevice(): Kept[] {
  const names = stores().flatMap((store) => Object.keys(store));
  return kinds
    .map(({ prefix, text, isDraft }) => ({
      text,
      isDraft,
      count: names.filter((name) => name.startsWith(prefix)).length,
    }))
    .filter(({ count }) => count > 0);
}

/** Erases what was typed and not sent, photos of drafts included; a session stays. */
export function eraseDrafts(): void {
  for (const store of stores()) {
    for (const name of Object.keys(store)) {
      if (kinds.some(({ prefix, isDraft }) => isDraft && name.startsWith(prefix))) store.removeItem(name);
    }
  }
  globalThis.indexedDB?.deleteDatabase('envoyage');
}

const stores = () => [localStorage, sessionStorage];
