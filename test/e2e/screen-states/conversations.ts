import type { Page } from 'playwright-core';
import { dialog, open, type Screen, says } from './reach.ts';

/** The first conversation of the list that is about a parcel. */
const conversation = async (page: Page) => {
  await page.locator('.conversation-row[href*="parcel="]').first().click();
  await page.getByRole('log').waitFor();
};

/** The list of conversations, and one of them; `other` is a member with whom there may be none. */
export const conversations = (other: string): readonly Screen[] => [
  ['/messaging'],
  ['/messaging?filter=unread'],
  ['/messaging?q=kar'],
  ['/messaging', 'no answer', says('Impossible de charger les messages'), { fails: '**/api/conversations*' }],
  ['/messaging', 'a conversation about a parcel', conversation],
  [
    '/messaging',
    'a report of a message',
    async (page) => {
      await conversation(page);
      await open('Signaler ce message')(page);
    },
  ],
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
];
