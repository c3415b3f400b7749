// One part for all that leads to an offer: parts below 3 kB cost more than they save.
export { OfferDialog } from '#web/features/deliveries/agreement/offer-dialog.tsx';
export { EntrustDialog } from '#web/features/deliveries/invitation/entrust-dialog.tsx';
export { TravellersDialog } from '#web/features/deliveries/invitation/travellers-dialog.tsx';
