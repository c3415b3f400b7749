import { type QueueTab, queueNames, queues } from './queues.ts';

/** The tabs of the panel, in their order; `administrators` is opened by a button (product 2.2). */
export const adminTabs = [
  'statistics',
  ...queueNames.map((queue): QueueTab => queues[queue].tab),
  'banks',
  'advertisements',
  'logs',
  'administrators',
] as const;

export type AdminTab = (typeof adminTabs)[number];
