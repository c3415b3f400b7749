import type { Page } from 'playwright-core';
import { walkToDocuments } from '../../support/pages/controls.ts';
import { fill, open, press, type Screen, says } from './reach.ts';

const documents = (page: Page) => walkToDocuments(page, 'amel.ecrans@example.org');

const danger = async (page: Page) => {
  await page.getByText('Danger immédiat pour une personne').click();
  await says(/^Appelez d'abord la police/)(page);
};

const moment = '2026-11-20T10:00:00.000Z';
/** A parcel on its way, with names in one alphabet. */
const followed = (sender: string, carrier: string, city: string) => ({
  answers: {
    '**/api/follow': {
      stage: 'collected',
      from: 'Paris',
      to: 'Alger',
      day: '2026-12-12',
      sender,
      carrier,
      steps: [
        { key: 'agreed', at: moment },
        { key: 'pickedUp', at: moment },
        { key: 'inTransit', at: moment },
      ],
      seen: { city, at: moment },
    },
  },
});

/** The device keeps the language of the screen before. */
const inLanguage = (name: string, heading: string) => async (page: Page) => {
  await press(name)(page);
  await says(heading)(page);
};
const french = ['Français', 'Un colis pour vous'] as const;
const arabic = ['العربية', 'طرد مُرسَل إليك'] as const;

export const visitor: readonly Screen[] = [
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
  ['/follow', 'without a link', inLanguage('Français', 'Lien incomplet ou expiré')],
  ['/follow#a', 'a parcel on its way', inLanguage(...french), followed('Amel', 'Karim', 'Marseille')],
  ['/follow#b', 'with Arabic names', inLanguage(...french), followed('أمال', 'كريم', 'بوسعادة')],
  [
    '/follow#c',
    'in Arabic, Latin names',
    inLanguage(...arabic),
    followed('Amel-Marie', 'Karim', 'Saint-Germain-en-Laye'),
  ],
  ['/follow#d', 'in Arabic', inLanguage(...arabic), followed('أمال', 'كريم', 'بوسعادة')],
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
  [
    '/send-parcel',
    'contents',
    async (page) => {
      for (const name of ['Vêtements, chaussures, tissus', 'Plus de contenus', 'Autre']) await press(name)(page);
      await says('Ne nommez personne.')(page);
    },
  ],
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
  ['/contact?topic=report'],
  ['/contact?topic=report', 'nothing filled in', press('Envoyer le signalement')],
  ['/contact?topic=report', 'somebody in danger', danger],
  [
    '/contact?topic=report',
    'no answer',
    async (page) => {
      await danger(page);
      await fill(page, 'Expliquez en quelques mots', 'Il menace mon frère.');
      await press('Envoyer le signalement')(page);
      await page.getByRole('region', { name: 'Erreurs du formulaire' }).waitFor();
    },
    { fails: '**/api/reports' },
  ],
  ['/contact?topic=decision', 'a link that is cut', says('Ce lien est incomplet')],
  [`/contact?topic=decision#token=parcel.p1@l1.m1.${'A'.repeat(22)}`, 'a decision', says('Pourquoi cette décision')],
  ['/terms'],
  ['/privacy'],
  ['/cookies'],
  ['/legal-notice'],
  ['/accessibility'],
  ['/nulle-part'],
];
