import { conversations } from './conversations.ts';
import { longPlace, longTitle, manyAlerts, manyNotices } from './many.ts';
import { open, press, type Screen, says } from './reach.ts';

/** The profile of another member, with what a reader does there. */
const profile = (other: string): readonly Screen[] => [
  [`/user/${other}`],
  [`/user/${other}`, 'a block', open('Bloquer ce membre')],
  [`/user/${other}?tab=reviews`],
  [`/user/${other}?tab=reviews`, 'their review', open(/^(Laisser un|Modifier mon) avis/)],
  [`/user/${other}`, 'a report of them', open(/^Signaler :/)],
  [
    `/user/${other}`,
    'a report without a reason',
    async (page) => {
      await open(/^Signaler :/)(page);
      await press('Envoyer le signalement')(page);
      await says('Choisissez ce qui se passe')(page);
    },
  ],
  [
    `/user/${other}`,
    'a report without an answer',
    async (page) => {
      await open(/^Signaler :/)(page);
      await page.getByText('Fausse identité ou fausse annonce').click();
      await press('Envoyer le signalement')(page);
      await page.getByRole('region', { name: 'Erreurs du formulaire' }).waitFor();
    },
    { fails: '**/api/users/*/report' },
  ],
  [`/user/${other}?tab=trips`],
  [`/user/${other}`, 'no answer', says(/Tentatives: 1/), { fails: '**/api/users/**' }],
];

/** Somebody with parcels, friends and reviews; `other` is another such member. */
export const member = (other: string): readonly Screen[] => [
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
  ...profile(other),
  ['/user/00000000-0000-4000-8000-000000000000'],
  ['/contact'],
  ['/contact?topic=report'],
  ['/my-parcels'],
  ['/my-parcels?tab=deliveries'],
  ['/my-trips'],
  ['/trip-requests'],
  ['/notifications'],
  ['/notifications', 'many, with long names', says(longTitle), { answers: { '**/api/me/notices*': manyNotices } }],
  ['/notifications', 'no answer', says('Impossible de charger vos notifications'), { fails: '**/api/me/notices*' }],
  ['/trip-requests?tab=sent'],
  ['/trip-requests', 'no answer', says('Impossible de charger les données'), { fails: '**/api/me/requests*' }],
  ['/alerts'],
  ['/alerts', 'many, with long names', says(longPlace), { answers: { '**/api/me/alerts*': manyAlerts } }],
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
  ...conversations(other),
  ['/find-parcels'],
  ['/send-parcel'],
  ['/transport-parcel'],
];

/** Every page is the same for a member who is about to leave. */
export const leaver: readonly Screen[] = [
  ['/profile', undefined, says('Annuler la suppression')],
  ['/find-parcels', undefined, says('Annuler la suppression')],
];
