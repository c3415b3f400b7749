import { relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';

/** A build takes 20 s beside other work. */
const timeout = 240_000;

let building: Promise<Rolldown.RolldownOutput> | undefined;
/** The site as it is deployed, without its prerendered documents: built once, by the first test that asks. */
function builtSite(): Promise<Rolldown.RolldownOutput> {
  // Otherwise Vite builds for tests, with other code.
  vi.stubEnv('NODE_ENV', 'production');
  building ??= build({
    configFile: 'web/vite.config.ts',
    logLevel: 'silent',
    build: { write: false },
  }) as Promise<Rolldown.RolldownOutput>;
  return building;
}

test('layers come in the order that the theme declares, in the files of every page', { timeout }, async () => {
  const { output } = await builtSite();
  const text = (fileName: string) => {
    const file = output.find((one) => one.fileName === fileName);
    return file?.type === 'asset' ? String(file.source) : '';
  };
  const linked = [...text('index.html').matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => text(file));
  const layers = linked.flatMap((sheet) => [...sheet.matchAll(/@layer ([\w.]+)/g)].map(([, layer]) => layer));
  expect([...new Set(layers)]).toEqual(['amplify.reset', 'amplify.base', 'amplify.components', 'envoyage']);
});

/** A smaller part costs more than it saves: a round trip, and an import that its user does not show. */
const leastBytes = 3_000;

/** The smaller parts of before this rule. Take out what is loaded with its page, and add none. */
const smallParts = [
  'web/app/shell/banners/account-banner.tsx',
  'web/app/shell/header/account-menu.tsx',
  'web/features/accounts/leaving-account.tsx',
  'web/features/accounts/resume-dialog.tsx',
  'web/features/accounts/sign-up/resend-confirmation.tsx',
  'web/features/accounts/sign-up/sign-up-by-link.tsx',
  'web/features/admin/delete-review.tsx',
  'web/features/deliveries/acts/photo-act.tsx',
  'web/features/deliveries/delivered-scene.tsx',
  'web/features/deliveries/qr-code.tsx',
  'web/features/home/resume.tsx',
  'web/features/listings/listing-source.tsx',
  'web/features/listings/sign-in-dialog.tsx',
  'web/features/messaging/parcel/handover-panel.tsx',
  'web/features/messaging/parcel/own-parcels.tsx',
  'web/features/messaging/parcel/parcel-unavailable.tsx',
  'web/features/messaging/thread/event-photos.tsx',
  'web/features/parcels/from-parcel.tsx',
  'web/features/parcels/published-scene.tsx',
  'web/features/profiles/member-not-found.tsx',
  'web/features/reviews/rate-partner.tsx',
  'web/features/search/results/empty-advice.tsx',
  'web/features/search/results/own-listings.tsx',
  'web/features/search/sheet/search-sheet.tsx',
  'web/features/search/trip-dialog.tsx',
  'web/features/second-factor/second-factor-question.tsx',
  'web/features/second-factor/second-factor-questions.tsx',
  'web/features/share/share-dialog.tsx',
  'web/features/subscriptions/receipts/standing.tsx',
  'web/features/trips/brought-parcel.tsx',
  'web/forms/files/camera-dialog.tsx',
  'web/forms/files/prepare-file.ts',
  'web/lib/hold-free-place.ts',
  'web/lib/places.ts',
];

test('a part that loads later has 3 kB at least; pages may be smaller', { timeout }, async () => {
  const { output } = await builtSite();
  const lazy = output.flatMap((file) =>
    file.type === 'chunk' && file.isDynamicEntry && file.facadeModuleId
      ? [{ part: relative('.', file.facadeModuleId), bytes: Buffer.byteLength(file.code) }]
      : [],
  );
  const small = lazy.filter(({ part, bytes }) => bytes < leastBytes && !part.startsWith('web/routes/'));
  expect(small.length).toBeGreaterThan(0);
  expect(small.map(({ part }) => part).filter((part) => !smallParts.includes(part))).toEqual([]);
  expect(smallParts.filter((part) => !lazy.some((one) => one.part === part))).toEqual([]);
});
