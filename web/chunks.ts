const icons = (...names: string[]) => names.map((name) => `lucide-react/dist/esm/icons/${name}.`);

/**
 * Modules that pages load together, by a part of their path: a browser pays a round trip for each file beyond the first
 * six.
 * `core` is loaded by every page, the others by pages that need most of their modules (`npm run bench -- load`).
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  core: [
    // It is first in the first file, so that it sets the order of all layers.
    'web/theme/app.css',
    'react/jsx-runtime',
    'QueryClientProvider',
    'createLucideIcon',
    'vite/preload-helper',
    // Styles of the forms: with more than four stylesheets a page's first script would wait for a free connection.
    'web/ui/dialog/dialog.css',
    'web/forms/place/combobox.css',
    'web/forms/files/file-field.css',
    'web/features/listings/listing-form.css',
    'shared/values/brand.ts',
    'shared/values/places.ts',
    'web/lib/store.ts',
    'web/lib/announce.ts',
    'web/lib/toast.ts',
    'web/lib/modals.ts',
    'web/lib/use-in-browser.ts',
    'web/lib/use-page-query.ts',
    'web/lib/api/query.ts',
    'web/lib/api/problem.ts',
    'web/lib/api/way-out.ts',
    'web/ui/notice.tsx',
    'web/ui/submit-button.tsx',
    'web/forms/field.tsx',
    'web/forms/text-field.tsx',
    'web/forms/date/date-field.tsx',
    // Styles of parts that load later: a few lines each, and a separate file would cost a round trip.
    'web/app/shell/header/account-menu.css',
    'web/ui/avatar.css',
    'web/ui/badge.css',
    'web/ui/empty-state.css',
    'web/ui/facts.css',
    'web/ui/more-button.css',
    'web/ui/rating.css',
    'web/ui/progress/stepper.css',
    'web/ui/tabs/tabs.css',
    'web/features/listings/route-line.css',
    'web/features/profiles/member-line.css',
    'web/features/profiles/trust-facts.css',
    'web/features/trips/trip-facts.css',
    ...icons('star', 'calendar', 'shield-check', 'check', 'truck', 'circle'),
  ],
  forms: [
    'node_modules/react-hook-form/',
    'web/forms/zod-resolver.ts',
    'web/forms/error-summary.tsx',
    'web/forms/choice-field.tsx',
  ],
  // What acts and contracts of members need, without their forms.
  acts: ['web/lib/api/use-idempotency-key.ts', 'shared/values/itinerary.ts', 'shared/profiles/reliability.ts'],
  dialog: ['web/ui/dialog/dialog.tsx', 'web/ui/dialog/confirm-dialog.tsx'],
  // The session of a member, without the forms of the sign-up.
  session: [
    'web/features/accounts/api.ts',
    'shared/accounts/contract.ts',
    'shared/accounts/password.ts',
    'shared/values/names.ts',
  ],
  contract: [
    'web/lib/site-config.ts',
    'node_modules/zod/',
    'shared/route.ts',
    'shared/values/fields.ts',
    'web/lib/api/api.ts',
  ],
  lists: [
    'web/ui/more-button.tsx',
    'web/ui/avatar.tsx',
    'web/ui/rating.tsx',
    'web/ui/tabs/tabs.tsx',
    'web/ui/empty-state.tsx',
    'web/features/profiles/member-line.tsx',
    'web/features/listings/route-line.tsx',
    'nfiniteQuery',
  ],
  publishing: [
    'web/forms/resumed-draft.tsx',
    'web/forms/use-draft.ts',
    'web/forms/use-standing-errors.ts',
    'web/lib/drafts/draft.ts',
    'web/features/listings/price-field.tsx',
    'web/features/listings/place-fields.tsx',
    'web/features/listings/forbidden-goods.tsx',
  ],
  parcels: ['shared/parcels/contract.ts', 'web/features/parcels/api.ts'],
  files: [
    'web/forms/files/file-field.tsx',
    'web/forms/files/local-image.tsx',
    'web/lib/api/until-scanned.ts',
    ...icons('upload', 'file-text'),
  ],
  search: [
    'shared/search/contract.ts',
    'web/features/search/api.ts',
    'web/features/search/filters.ts',
    'web/features/search/parcel-card.tsx',
  ],
  words: ['shared/parcels/words.ts', 'shared/values/money.ts', 'shared/values/french.ts', ...icons('arrow-up')],
  account: [
    'web/features/accounts/words.ts',
    'web/features/accounts/use-arrival.ts',
    'web/features/accounts/sign-up/sign-up-proof.ts',
    'web/features/accounts/password/password-checklist.tsx',
    'web/forms/password-field.tsx',
    ...icons('eye', 'eye-off'),
  ],
  documents: [
    'web/features/accounts/documents/use-document-sending.ts',
    'web/features/accounts/documents/document-fields.tsx',
    'web/features/accounts/password/same-passwords.ts',
    'web/features/accounts/sign-up/terms-field.tsx',
    'web/forms/phone-field.tsx',
  ],
  trips: [
    'web/features/trips/trip-form.ts',
    'web/features/trips/transport-icons.ts',
    ...icons('ship', 'car', 'bus', 'train-front'),
  ],
};
