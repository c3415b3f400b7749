import type { Page } from 'playwright-core';
import { settled } from '../../support/browser.ts';
import { button } from '../../support/pages/controls.ts';
import { dialog, open, press, type Screen, says } from './reach.ts';

/** The same in a list whose first page may be full of what other tests publish. */
const openFurther = (name: RegExp) => async (page: Page) => {
  await settled(page);
  while ((await button(page, name).count()) === 0) {
    await button(page, 'Afficher plus').click();
    await settled(page);
  }
  await open(name)(page);
};

/** The open report of the problem of this parcel, which is among the oldest, up to the choice of its end. */
const decideProblem = (title: string) => async (page: Page) => {
  await button(page.getByRole('listitem').filter({ hasText: title }), /^Examiner/).click();
  await dialog(page);
  await page.getByRole('radio', { name: 'Mesure prise' }).check();
  await says('Quelle suite pour le colis ?')(page);
};

export const panel: readonly Screen[] = [
  ['/admin'],
  ['/admin?tab=profiles'],
  ['/admin?tab=profiles&status=pending'],
  ['/admin?tab=trips'],
  ['/admin?tab=trips&status=pending'],
  ['/admin?tab=parcels'],
  ['/admin?tab=parcels', 'the history of one', open(/^Preuves et historique/)],
  ['/admin?tab=trips', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=parcels', 'the question before deleting one', open(/^Supprimer :/)],
  ['/admin?tab=parcels', 'the question before settling one', openFurther(/^Débloquer la livraison/)],
  ['/admin?tab=reports'],
  ['/admin?tab=reports', 'one of them', open(/^Examiner/)],
  ['/admin?tab=reports', 'the problem of a delivery', decideProblem('Lampe en cuivre')],
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
