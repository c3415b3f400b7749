import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { useInBrowser } from '#web/lib/browser.ts';
import { draftPrefixes, eraseDrafts, eraseTraces } from '#web/lib/drafts/draft-storage.ts';
import { copiesDatabase, eraseCopies, queueDatabase } from '#web/lib/offline/erase.ts';
import { auth } from '#web/lib/session/auth.ts';
import { bannerKey } from '#web/lib/session/session-storage.ts';
import { databases, deviceStore, tabStore } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const stored = [
  [
    "Session (stockage local ou de l'onglet)",
    'Vous garder connecté',
    '30 jours avec « Se souvenir de moi », sinon 12 heures au plus',
  ],
  [
    'Brouillons de colis et de trajets, avec leur photo',
    'Ne rien perdre de vos saisies',
    "Jusqu'à la publication ou l'effacement",
  ],
  [
    "Brouillons de messages, d'avis, de motifs, de votre profil et du formulaire de contact",
    'Ne rien perdre de vos saisies',
    "Jusqu'à l'envoi avec « Se souvenir de moi », sinon jusqu'à la fermeture de l'onglet",
  ],
  [
    "Inscription commencée, numéro de l'onglet",
    "Ne rien perdre de vos saisies, ni les mêler à celles d'un autre onglet",
    "Jusqu'à la fermeture de l'onglet",
  ],
  [
    'Preuve de votre inscription',
    'Confirmer votre email dans ce navigateur sans redemander le mot de passe',
    '24 heures au plus',
  ],
  [
    'Ce que vous avez lu en dernier : votre compte, vos listes, 20 conversations de 50 messages, 20 colis suivis ; aucune photo, aucun document',
    'Le relire sans connexion',
    "Jusqu'à votre déconnexion ou la fin de votre session",
  ],
  [
    'Messages et photos en attente',
    'Les envoyer au retour de la connexion',
    "Jusqu'à l'envoi, l'annulation ou votre déconnexion",
  ],
  [
    'Fichiers du site (pages, programmes, dessins), les mêmes pour tous',
    'Ouvrir le site sans connexion',
    "Jusqu'à la version suivante du site",
  ],
  ['Recherches récentes, cinq au plus', 'Les reprendre sans les saisir', "Jusqu'à l'effacement ou votre déconnexion"],
  [
    'Raccourcis clavier du panel, pour les administrateurs',
    'Garder votre choix',
    "Jusqu'à ce que vous les désactiviez",
  ],
  ['Langue du suivi par lien', 'Garder votre choix', "Jusqu'à l'effacement par votre navigateur"],
  ['Page à rouvrir', 'Vous ramener où vous étiez après la connexion', '24 heures au plus'],
  [
    'Dernier rechargement automatique',
    'Ne pas recharger sans fin après une mise à jour',
    "Jusqu'à la fermeture de l'onglet",
  ],
] as const;

export function CookiesPage() {
  const isInBrowser = useInBrowser();
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Cookies</h1>
      <p className="lead">
        Ce site ne dépose aucun cookie de mesure, de publicité ou de réseau social. Il ne garde sur votre appareil que
        ce qui lui est strictement nécessaire : il n'y a donc rien à accepter ni à refuser, et pas de bandeau.
      </p>

      <h2>Ce que le site peut garder</h2>
      <div className="table-scroll">
        <table className="plain-table">
          <caption className="visually-hidden">Données gardées sur votre appareil</caption>
          <thead>
            <tr>
              <th scope="col">Donnée</th>
              <th scope="col">Pourquoi</th>
              <th scope="col">Combien de temps</th>
            </tr>
          </thead>
          <tbody>
            {stored.map(([what, why, howLong]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{why}</td>
                <td>{howLong}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Ces données restent dans votre navigateur, sous l'adresse de ce site ; aucun autre site ne peut les lire. Votre
        navigateur garde aussi, comme pour tout site, une copie des pages et des images pour les afficher plus vite.
      </p>

      {isInBrowser && <OnThisDevice />}

      <p>
        Ce que le service garde chez lui est décrit dans la <Link to={paths.privacy}>politique de confidentialité</Link>
        .
      </p>
    </article>
  );
}

function OnThisDevice() {
  const [kept, setKept] = useState(keptOnDevice);
  const [{ copies, waiting }, setOffline] = useState({ copies: false, waiting: 0 });
  useEffect(() => void keptForOffline().then(setOffline), []);
  const isVisitor = auth.get().status === 'visitor';
  // A member withdraws waiting items where they wrote them. Without a session this is impossible.
  const isWaitingErased = isVisitor && waiting > 0;
  const what = [
    'mes brouillons',
    ...(copies ? ['mes copies'] : []),
    ...(isWaitingErased ? ['mes messages et photos pas encore envoyés'] : []),
  ];
  const erase = () => {
    if (isVisitor) eraseTraces();
    else {
      eraseDrafts();
      eraseCopies();
    }
    setOffline({ copies: false, waiting: isVisitor ? 0 : waiting });
    setKept(keptOnDevice());
    toast.success(copies ? 'Brouillons et copies effacés' : 'Brouillons effacés');
  };
  return (
    <section className="card stack" aria-labelledby="on-this-device">
      <h2 id="on-this-device">Sur cet appareil, en ce moment</h2>
      {kept.length === 0 && !copies && waiting === 0 && <p>Rien n'est gardé sur cet appareil.</p>}
      {(kept.length > 0 || copies || waiting > 0) && (
        <ul>
          {kept.map(({ text, count }) => (
            <li key={text}>{count > 1 ? `${text} (${count})` : text}</li>
          ))}
          {copies && <li>Copies à relire sans connexion</li>}
          {waiting > 0 && <li>{`Messages et photos en attente d'envoi${waiting > 1 ? ` (${waiting})` : ''}`}</li>}
        </ul>
      )}
      <p>
        « Déconnexion » efface de cet appareil votre session, vos brouillons, ces copies, et les messages et photos pas
        encore envoyés.
      </p>
      {(copies || isWaitingErased || kept.some(({ isDraft }) => isDraft)) && (
        <Button onClick={erase}>{`Effacer ${listed(what)}`}</Button>
      )}
    </section>
  );
}

const listed = (parts: readonly string[]) => parts.join(', ').replace(/, ([^,]*)$/, ' et $1');

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
  { prefix: 'envoyage.language', text: 'Langue du suivi par lien', isDraft: false },
  { prefix: 'envoyage.push', text: 'Notifications de cet appareil', isDraft: false },
  { prefix: 'envoyage.reloadedAt', text: 'Dernier rechargement automatique', isDraft: false },
] as const;

interface StoredEntry {
  readonly text: string;
  readonly count: number;
  readonly isDraft: boolean;
}

/** The data stored on this device now; foreign keys are left out. */
function keptOnDevice(): StoredEntry[] {
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
async function keptForOffline(): Promise<{ readonly copies: boolean; readonly waiting: number }> {
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
