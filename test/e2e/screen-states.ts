import type { Page } from 'playwright-core';
import type { SiteClient } from '#infra/local/seed/site-client.ts';
import { settled } from '../support/browser.ts';
import { administrator, joined, password, seededPeople } from '../support/journey.ts';
import { box, button, walkToDocuments } from '../support/pages/controls.ts';
import type { Width } from '../support/widths.ts';

/** A screen in one of its states: the address, then what brings the state about. */
export type Screen = readonly [path: string, state?: string, bring?: (page: Page) => Promise<unknown>, more?: More];
/** `fails`: the answers of these addresses do not come, as during a failure of the service. */
interface More {
  readonly only?: readonly Width[];
  readonly fails?: string;
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
const open = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await dialog(page);
};
const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const fill = (page: Page, name: string | RegExp, text: string) => box(page, name).fill(text);

/** The first conversation of the list that is about a parcel. */
const conversation = async (page: Page) => {
  await page.locator('.conversation-row[href*="parcel="]').first().click();
  await page.getByRole('log').waitFor();
};
const documents = (page: Page) => walkToDocuments(page, 'amel.ecrans@example.org');

const visitor: readonly Screen[] = [
  ['/'],
  [
    '/',
    'its market',
    async (page) => {
      await page.mouse.wheel(0, 400);
      await page.locator('.market__cards .listing-card').first().waitFor();
    },
  ],
  ['/', 'its calendar', open('Choisir une date')],
  ['/', 'its menu', open('Ouvrir le menu'), { only: ['phone', 'tablet'] }],
  ['/colis/paris-alger'],
  ['/trajets/paris-alger'],
  ['/trajets/bordeaux-batna', 'without listings'],
  ['/login'],
  ['/login?error=documents_failed&redirect=%2Fmy-parcels', 'nothing filled in', press('Se connecter')],
  [
    '/login',
    'a wrong password',
    async (page) => {
      await fill(page, 'Email', 'personne@example.org');
      await fill(page, 'Mot de passe', 'faux-mot');
      await press('Se connecter')(page);
      await says('Email ou mot de passe incorrect')(page);
    },
  ],
  ['/register'],
  ['/register', 'nothing filled in', press('Continuer')],
  ['/register', 'its documents', documents],
  [
    '/register',
    'no documents chosen',
    async (page) => {
      await documents(page);
      await press("S'inscrire")(page);
    },
  ],
  [
    '/register',
    'its camera',
    async (page) => {
      await documents(page);
      await open('Prendre une photo')(page);
    },
  ],
  ['/forgot-password'],
  ['/forgot-password', 'nothing filled in', press('Envoyer le lien')],
  [
    '/forgot-password',
    'no answer',
    async (page) => {
      await fill(page, 'Email', 'personne@example.org');
      await press('Envoyer le lien')(page);
      await page.getByRole('region', { name: 'Erreurs du formulaire' }).waitFor();
    },
    { fails: '**/api/**' },
  ],
  [
    '/forgot-password',
    'the mail on its way',
    async (page) => {
      await fill(page, 'Email', 'personne@example.org');
      await press('Envoyer le lien')(page);
      await says('Vérifiez vos emails')(page);
    },
  ],
  ['/reset-password'],
  ['/reset-password#type=recovery&token=unknown', 'a dead link', says('Lien invalide')],
  ['/reset-password#type=recovery&token=other', 'no answer', says('Réessayer'), { fails: '**/api/auth/**' }],
  ['/confirm-email-success'],
  ['/confirm-email-success?email=amel%40example.org', 'an address alone', says("Si une inscription attend d'être")],
  ['/confirm-email-success#token=unknown', 'a dead link', says('Lien invalide')],
  ['/find-parcels'],
  ['/find-parcels?tab=trips'],
  ['/find-parcels?fromCity=Nullepart', 'nothing found', says('Effacer les filtres')],
  ['/find-parcels', 'no answer', says('Impossible de charger les données'), { fails: '**/api/public/**' }],
  ['/send-parcel'],
  ['/send-parcel', 'nothing filled in', press('Continuer')],
  ['/transport-parcel'],
  ['/payment-methods'],
  ['/payment-methods', 'no answer', says('Impossible de charger les données'), { fails: '**/api/public/**' }],
  ['/about'],
  ['/how-it-works'],
  ['/faq'],
  ['/faq#pourquoi-verifier', 'a question open', says('Lien vers cette question')],
  [
    '/faq',
    'no question found',
    async (page) => {
      await page.getByRole('searchbox').fill('girafe');
      await says('Aucune question ne correspond')(page);
    },
  ],
  ['/contact'],
  ['/contact', 'nothing filled in', press('Envoyer le message')],
  [
    '/contact',
    'no answer',
    async (page) => {
      await fill(page, 'Nom', 'Amel Benali');
      await fill(page, 'Email', 'amel@example.org');
      await page.getByRole('combobox', { name: 'Sujet' }).selectOption({ index: 1 });
      await fill(page, 'Message', 'Bonjour, je ne reçois pas vos emails depuis hier.');
      await press('Envoyer le message')(page);
      await page.getByRole('region', { name: 'Erreurs du formulaire' }).waitFor();
    },
    { fails: '**/api/**' },
  ],
  ['/terms'],
  ['/privacy'],
  ['/cookies'],
  ['/nulle-part'],
];

/** Somebody with parcels, friends and reviews; `other` is another such member. */
const member = (other: string): readonly Screen[] => [
  ['/'],
  [
    '/',
    'their menu',
    async (page) => {
      await press(/^Mon compte/)(page);
      await page.getByRole('menu', { name: 'Mon compte' }).waitFor();
    },
    { only: ['desk'] },
  ],
  ['/payment-methods'],
  ['/payment-methods', 'nothing chosen', press('Envoyer le justificatif')],
  ['/profile'],
  ['/profile', 'being changed', press('Modifier le profil')],
  ['/profile', 'no answer', says('Impossible de charger vos informations de profil'), { fails: '**/api/me*' }],
  ['/profile?tab=settings'],
  ['/profile?tab=settings', 'a question', open('Se déconnecter de tous les appareils')],
  ['/profile?tab=settings&archive=unknown', 'a dead link', says('Ce lien a expiré')],
  [
    '/profile?tab=settings',
    'no answer',
    says("Impossible de charger l'état de votre archive."),
    { fails: '**/api/me/export*' },
  ],
  ['/profile?tab=settings', 'the end of the account', open('Supprimer mon compte')],
  [`/user/${other}`],
  [`/user/${other}`, 'a block', open('Bloquer ce membre')],
  [`/user/${other}?tab=reviews`],
  [`/user/${other}?tab=reviews`, 'their review', open(/^(Laisser un|Modifier mon) avis/)],
  [`/user/${other}`, 'a report of them', open(/^Signaler :/)],
  [`/user/${other}?tab=trips`],
  [`/user/${other}`, 'no answer', says(/Tentatives: 1/), { fails: '**/api/users/**' }],
  ['/user/00000000-0000-4000-8000-000000000000'],
  ['/contact'],
  ['/my-parcels'],
  ['/my-parcels?tab=deliveries'],
  ['/my-trips'],
  ['/trip-requests'],
  ['/notifications'],
  ['/notifications', 'no answer', says('Impossible de charger vos notifications'), { fails: '**/api/me/notices*' }],
  ['/trip-requests?tab=sent'],
  ['/trip-requests', 'no answer', says('Impossible de charger les données'), { fails: '**/api/me/requests*' }],
  ['/alerts'],
  ['/alerts', 'no answer', says('Impossible de charger vos alertes'), { fails: '**/api/me/alerts*' }],
  ['/delivery-selection'],
  ['/delivery-selection?state=completed'],
  ['/delivery-selection', 'no number typed', press('Ouvrir ce colis')],
  ['/delivery-selection', 'its scanner', open('Scanner un colis')],
  ['/delivery-selection?state=to_collect', 'no answer', says('Réessayer'), { fails: '**/api/me/deliveries*' }],
  ['/delivery-management'],
  ['/delivery-management', 'its past trips', press(/^Afficher les trajets passés/)],
  ['/delivery-management', 'its figures', open('Statistiques')],
  ['/delivery-management?tab=parcels'],
  ['/delivery-management?tab=messages'],
  ['/delivery-management', 'no answer', says('Impossible de charger vos trajets.'), { fails: '**/api/me/trips*' }],
  ['/messaging'],
  ['/messaging?filter=unread'],
  ['/messaging?q=kar'],
  ['/messaging', 'no answer', says('Impossible de charger les messages'), { fails: '**/api/conversations*' }],
  ['/messaging', 'a conversation about a parcel', conversation],
  [
    '/messaging',
    'the parcel of a conversation',
    async (page) => {
      await conversation(page);
      await page.getByRole('region', { name: 'Colis concerné' }).getByRole('button').first().click();
      await dialog(page);
    },
    { only: ['phone', 'tablet'] },
  ],
  [`/messages/${other}`, 'its parcel', open('Choisir un colis concerné')],
  ['/messages/00000000-0000-4000-8000-000000000000', 'nobody', says('Profil introuvable')],
  ['/find-parcels'],
  ['/send-parcel'],
  ['/transport-parcel'],
];

/** A member who has sent parcels, one in each state that asks for an act; the parcels' titles give the addresses. */
const sender = (at: (title: string) => string): readonly Screen[] => [
  [at('Sac de vêtements')],
  [at('Sac de vêtements'), 'the question before giving it up', open("Annuler l'envoi")],
  [at('Poussette pliante')],
  [at('Poussette pliante'), 'the question before confirming', open('Confirmer le retour')],
  [at("Coffret d'épices")],
  [at("Coffret d'épices"), 'their review', open('Modifier mon avis')],
  [
    at("Coffret d'épices"),
    'no answer',
    says('Impossible de charger les données du colis'),
    { fails: '**/api/parcels/**' },
  ],
  ['/delivery/00000000-0000-4000-8000-000000000000', 'no parcel', says('Colis non trouvé')],
];

/** The member who carries them. */
const carrier = (at: (title: string) => string): readonly Screen[] => [
  [at('Boîte de gâteaux')],
  [at('Boîte de gâteaux'), 'its position form', open('Indiquer ma position')],
  [
    at('Boîte de gâteaux'),
    'a position without a place',
    async (page) => {
      await open('Indiquer ma position')(page);
      await press('Enregistrer la position')(page);
      await says('La ville est requise')(page);
    },
  ],
  [at('Boîte de gâteaux'), 'the question before a return', open("Retour à l'expéditeur")],
  [
    at('Boîte de gâteaux'),
    'its code',
    async (page) => {
      await page.getByText('Code QR du colis').click();
      await page.getByRole('img', { name: /^Code QR/ }).waitFor();
    },
  ],
  [at('Poussette pliante')],
];

/** Somebody new, of whom there is nothing to show yet; `other` is as new. */
const newcomer = (other: string): readonly Screen[] => [
  ['/', 'nothing to take up'],
  ['/profile', 'nobody known'],
  ['/confirm-email-success', 'their documents'],
  [`/user/${other}?tab=reviews`, 'no review'],
  [`/user/${other}?tab=trips`, 'no trip'],
  ['/my-parcels', 'no parcel'],
  ['/my-trips', 'no trip'],
  ['/trip-requests', 'no request'],
  ['/alerts', 'no alert'],
  ['/delivery-selection', 'no delivery'],
  ['/delivery-management', 'nothing yet'],
  ['/delivery-management', 'no figures', open('Statistiques')],
  ['/messaging', 'no message'],
  ['/messaging?filter=unread', 'nothing unread'],
  ['/messaging?filter=parcels', 'no conversation about a parcel'],
  [`/messages/${other}`, 'nothing said'],
];

/** The same in a list whose first page may be full of what other tests publish. */
const openFurther = (name: RegExp) => async (page: Page) => {
  await settled(page);
  while ((await button(page, name).count()) === 0) {
    await button(page, 'Afficher plus').click();
    await settled(page);
  }
  await open(name)(page);
};
const panel: readonly Screen[] = [
  ['/admin'],
  ['/admin?tab=profiles'],
  ['/admin?tab=profiles&status=pending'],
  ['/admin?tab=trips'],
  ['/admin?tab=trips&status=pending'],
  ['/admin?tab=parcels'],
  ['/admin?tab=parcels', 'the history of one', open(/^Preuves et historique/)],
  ['/admin?tab=trips', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=parcels', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=parcels', 'the question before settling one', openFurther(/^Régler la livraison/)],
  ['/admin?tab=reports'],
  ['/admin?tab=reports', 'one of them', open(/^Examiner/)],
  ['/admin?tab=reports&status=closed'],
  ['/admin?tab=receipts'],
  ['/admin?tab=receipts&status=pending', 'one of them', open(/^Examiner/)],
  ['/admin?tab=banks'],
  ['/admin?tab=banks', 'its form', open('Ajouter une banque')],
  [
    '/admin?tab=banks',
    'nothing filled in',
    async (page) => {
      await open('Ajouter une banque')(page);
      await press('Ajouter la banque')(page);
      await says('Le titulaire est requis')(page);
    },
  ],
  ['/admin?tab=banks', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=advertisements'],
  ['/admin?tab=advertisements', 'its form', open('Nouvelle publicité')],
  ['/admin?tab=advertisements', 'one to change', open(/^Modifier :/)],
  [
    '/admin?tab=advertisements',
    'nothing filled in',
    async (page) => {
      await open('Nouvelle publicité')(page);
      await press('Créer la publicité')(page);
      await says('Le titre est requis')(page);
    },
  ],
  ['/admin?tab=advertisements', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=logs'],
  ['/admin?tab=administrators'],
  ['/admin?tab=administrators', 'the form of a new one', open('Ajouter un administrateur')],
  ['/admin?tab=administrators', 'the question before a deactivation', open(/^Désactiver/)],
  ['/admin?tab=administrators', 'the question before a deletion', open(/^Supprimer/)],
  ['/admin?tab=administrators', 'the question before a reset', open(/^Réinitialiser/)],
];

interface Account {
  readonly email: string;
  readonly password: string;
}

/** A member of the demo with the parcels of one of their lists, whose pages are found by their titles. */
async function inTheDemo(
  site: SiteClient,
  name: string,
  list: 'myParcels' | 'myDeliveries',
  screensOf: (at: (title: string) => string) => readonly Screen[],
) {
  const account = (await seededPeople(site)).members.find(({ firstName }) => firstName === name);
  if (!account) throw new Error(`The demo data have no ${name}.`);
  const caller = await site.member(account.email, account.password);
  const { items } = await caller.ok(list);
  const at = (title: string) => {
    const parcel = items.find((one) => one.title === title);
    if (!parcel) throw new Error(`${name} has no « ${title} ».`);
    return `/delivery/${parcel.id}`;
  };
  return { account, screens: screensOf(at) };
}

/** The people of the screens. `dataFolder` is the one of the running product, by default of the tests'. */
export const people: Readonly<
  Record<string, (site: SiteClient, dataFolder?: string) => Promise<{ account?: Account; screens: readonly Screen[] }>>
> = {
  visitor: async () => ({ screens: visitor }),
  member: async (site) => {
    const [account, other] = (await seededPeople(site)).members;
    if (!account || !other) throw new Error('The demo data have too few members.');
    return { account, screens: member(other.userId) };
  },
  sender: (site) => inTheDemo(site, 'Amel', 'myParcels', sender),
  carrier: (site) => inTheDemo(site, 'Karim', 'myDeliveries', carrier),
  newcomer: async (site, dataFolder) => {
    const admin = await administrator(site, dataFolder);
    const [account, other] = await Promise.all([joined(site, 'Nouveau', admin), joined(site, 'Autre', admin)]);
    return { account: { ...account, password }, screens: newcomer(other.userId) };
  },
  leaver: async (site) => {
    const account = (await seededPeople(site)).members.find(({ status }) => status === 'leaving');
    if (!account) throw new Error('Nobody of the demo leaves.');
    return { account, screens: leaver };
  },
  administrator: async (site) => ({ account: (await seededPeople(site)).admin, screens: panel }),
};

/** Every page is the same for a member who is about to leave. */
const leaver: readonly Screen[] = [
  ['/profile', undefined, says('Annuler la suppression')],
  ['/find-parcels', undefined, says('Annuler la suppression')],
];
