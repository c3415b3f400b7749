import { sha256 } from '#functions/platform/keys.ts';
import { siteRoutes } from '#shared/site/contract.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { siteHandlers } from './handlers.ts';

const at = '2026-11-20T10:00:00.000Z';
const advertisement = {
  pk: 'AD#home#1',
  sk: '09007199254740981#a1',
  kind: 'shownAdvertisement',
  record: {
    id: 'a1',
    title: 'Cartons',
    imageKey: 'media/a1',
    position: 'home',
    priority: 10,
    isActive: true,
    createdBy: 'x',
    createdAt: at,
    version: 1,
  },
};
const bank = {
  pk: 'BANKS',
  sk: `${at}#b1`,
  kind: 'bank',
  record: {
    id: 'b1',
    bankName: 'Banque de la rive',
    iban: 'FR7630006000011234567890189',
    accountHolder: 'La Traversée',
    notes: 'Secret',
    createdAt: at,
    version: 1,
  },
};
const message = { topic: 'delivery', name: 'Amel', email: 'amel@example.org', message: 'Bonjour' };
const id = sha256(JSON.stringify(['key-of-this-request', message]));

examples(siteRoutes, siteHandlers, {
  health: { reads: ['get CNT ADMIN'], answers: { ok: true } },
  advertisements: {
    query: { position: 'home' },
    given: [advertisement],
    reads: ['query pk = "AD#home#1", limit 10'],
    answers: { items: [{ id: 'a1', title: 'Cartons', imageUrl: '/media/a1' }] },
  },
  subscriptionInfo: { answers: { price: { amount: 500_000, currency: 'DZD' }, months: 12 } },
  banks: {
    given: [bank],
    reads: ['query pk = "BANKS", backwards'],
    answers: { items: [{ id: 'b1', iban: 'FR7630006000011234567890189' }] },
  },
  contactUs: {
    body: message,
    writes: [`put OUT#contact-${id} OUT if attribute_not_exists(pk)`],
    items: {
      [`OUT#contact-${id} OUT`]: {
        gs1pk: 'TO#contact',
        kind: 'outbox',
        record: {
          mail: 'contactMessage',
          memberId: 'contact',
          data: { email: 'amel@example.org', message: 'Bonjour' },
        },
      },
    },
    answers: { reference: `CT-${Buffer.from(id, 'base64url').toString('hex').slice(0, 8).toUpperCase()}` },
  },
});
