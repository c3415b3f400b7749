import { open, type Screen } from './reach.ts';

/** Somebody new, of whom there is nothing to show yet; `other` is as new. */
export const newcomer = (other: string): readonly Screen[] => [
  ['/', 'nothing to take up'],
  ['/profile', 'nobody known'],
  ['/confirm-email-success', 'their documents'],
  [`/user/${other}?tab=reviews`, 'no review'],
  [`/user/${other}?tab=trips`, 'no trip'],
  ['/my-parcels', 'no parcel'],
  ['/my-trips', 'no trip'],
  ['/trip-requests', 'no request'],
  ['/alerts', 'no alert'],
  ['/notifications', 'no notice'],
  ['/delivery-selection', 'no delivery'],
  ['/delivery-management', 'nothing yet'],
  ['/delivery-management', 'no figures', open('Statistiques')],
  ['/messaging', 'no message'],
  ['/messaging?filter=unread', 'nothing unread'],
  ['/messaging?filter=parcels', 'no conversation about a parcel'],
  [`/messages/${other}`, 'nothing said'],
];
