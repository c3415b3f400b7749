import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';
import { copiesDatabase, queueDatabase } from '#web/lib/offline/erase.ts';
import { bannerKey } from '#web/lib/session/session-storage.ts';
import { databases, deviceStore, tabStore } from '#web/lib/storage.ts';

/**
 * Data that the site stores on this device, by prefix of its key, with the reason. `isDraft`: may be erased at any
 * time.
 */
const kinds = [
  { prefix: 'CognitoIdentityServiceProvider.', text: 'Jetons de votre session', isDraft: false },
  { prefix: 'envoyage.session', text: "Présence d'une session", isDraft: false },
  { prefix: 'envoyage.tabs', text: "Présence d'une session dans un autre onglet", isDraft: false },
  { prefix: 'envoyage.tab@', text: "Numéro de l'onglet", isDraft: false },
  { prefix: bannerKey, text: 'Hauteur du dernier message sur votre compte', isDraft: false },
  { prefix: draftPrefixes.listing, text: "Brouillon d'un colis ou d'un trajet", isDraft: true },
  { prefix: draftPrefixes.message, text: "Brouillon d'un message ou d'un autre texte", isDraft: true },
  { prefix: draftPrefixes.registration, text: 'Inscription commencée', isDraft: true },
  { prefix: draftPrefixes.redirect, text: 'Page à rouvrir après la connexion', isDraft: true },
  { prefix: draftPrefixes.searches, text: 'Recherches récentes', isDraft: true },
  { prefix: 'envoyage.signUpProof', text: 'Preuve de votre inscription', isDraft: false },
  { prefix: 'envoyage.draftsOf', text: 'Compte auquel sont les brouillons', isDraft: false },
  { prefix: 'envoyage.adminKeys', text: 'Raccourcis clavier du panel', isDraft: false },
  { prefix: 'envoyage.push', text: 'Notifications de cet appareil', isDraft: false },
  { prefix: 'envoyage.reloadedAt', text: 'Dernier rechargement automatique', isDraft: false },
] as const;

export interface StoredEntry {
  readonly text: string;
  readonly count: number;
  readonly isDraft: boolean;
}

/** The data stored on this device now; foreign keys are left out. */
export function keptOnDevice(): StoredEntry[] {
  const names = [deviceStore, tabStore].flatMap((store) => store.names());
  return kinds
    .map(({ prefix, text, isDraft }) => ({
      text,
      isDraft,
      count: names.filter((name) => name.startsWith(prefix)).length,
    }))
    .filter(({ count }) => count > 0);
}

/** Browsers that cannot list their databases answer no. */
export async function keptForOffline(): Promise<{ readonly copies: boolean; readonly waiting: number }> {
  const known =
    (await databases()
      ?.databases?.()
      .catch(() => [])) ?? [];
  const holds = (database: string) => known.some(({ name }) => name === database);
  const waiting = holds(queueDatabase)
    ? await import('#web/lib/offline/queue.ts').then((queue) => queue.countAll())
    : 0;
  return { copies: holds(copiesDatabase), waiting };
}
