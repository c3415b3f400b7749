import { open, press, type Screen, says } from './reach.ts';

/** A member who has sent parcels, one in each state that asks for an act; the parcels' titles give the addresses. */
export const sender = (at: (title: string) => string): readonly Screen[] => [
  [at('Sac de vêtements')],
  [at('Sac de vêtements'), 'the question before giving it up', open('Annuler ce colis')],
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
  // The other member has reported a problem, and our team may decide it.
  [at('Lampe en cuivre')],
  [at('Jouets en bois'), 'a decided problem', says('Décision : Perdu.')],
  ['/delivery/00000000-0000-4000-8000-000000000000', 'no parcel', says('Colis non trouvé')],
];

/** The member who carries them. */
export const carrier = (at: (title: string) => string): readonly Screen[] => [
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
  [
    at('Boîte de gâteaux'),
    'the form of a problem, nothing filled in',
    async (page) => {
      await open('Signaler un problème')(page);
      await press('Envoyer')(page);
      await says("Choisissez ce qui s'est passé")(page);
    },
  ],
  [
    at('Boîte de gâteaux'),
    'a problem of the contents',
    async (page) => {
      await open('Signaler un problème')(page);
      await page.getByRole('radio', { name: 'Le contenu pose problème' }).check();
      await says(/Appelez d'abord la police/)(page);
    },
  ],
  [at('Lampe en cuivre')],
  [at('Lampe en cuivre'), 'the question before a problem is settled', open('Le problème est résolu')],
  [at('Poussette pliante')],
];
