import { Alert } from '#shared/alerts/contract.ts';
import { alertLimit } from '#shared/alerts/rules.ts';
import { Notice } from '#shared/notices/contract.ts';

/** Longer than any line. */
const longName = `Abdelrahman${'elmoustapha'.repeat(4)}`;
export const longPlace = `Sainte-${'Marie-aux-'.repeat(6)}Mines`;
export const longTitle = `${longName} veut transporter votre colis « ${'Vaisselle ancienne et livres rares '.repeat(4)}»`;

const at = '2026-11-20T10:00:00.000Z';
const numbers = Array.from({ length: 20 }, (_, number) => number);

/** A full page of notices, and more behind it. */
export const manyNotices = {
  items: numbers.map((number) =>
    Notice.parse({
      id: `${at}#n${number}`,
      group: 'deliveries',
      title: number === 0 ? longTitle : `${longName} a livré votre colis`,
      detail: `${longName} : ${'je suis retenu à la gare. '.repeat(8)}`,
      path: '/my-parcels',
      at,
      isRead: number % 2 === 0,
    }),
  ),
  next: 'next',
};

/** As many as a member may have. */
export const manyAlerts = {
  items: numbers.slice(0, alertLimit).map((number) =>
    Alert.parse({
      id: `a${number}`,
      kind: number % 2 === 0 ? 'parcel' : 'trip',
      from: { countryCode: 'FR', country: 'France', city: longPlace },
      to: { countryCode: 'DZ', country: 'Algérie', city: longName },
      until: '2031-01-01',
      when: 'now',
      createdAt: at,
    }),
  ),
};
