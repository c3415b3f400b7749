import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { visitorsRouter } from '#infra/build/site.ts';
import { paths, patterns } from '#shared/site/paths.ts';
import { firstLoadLimits, scriptLimit } from '#test/support/pages/load-limits.ts';
import { pages } from '#web/app/pages.ts';

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
    plugins: [visitorsRouter],
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

/** The scripts of the build by their names, and what a file brings with its imports. */
async function scripts() {
  const { output } = await builtSite();
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const fileWith = (source: string) => {
    const file = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => relative('.', id) === source));
    if (!file) throw new Error(`The build has no ${source}.`);
    return file.fileName;
  };
  const broughtBy = (names: readonly string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (found.has(name)) continue;
      found.add(name);
      broughtBy(chunks.get(name)?.imports ?? [], found);
    }
    return found;
  };
  return { chunks, fileWith, broughtBy };
}

/** Parts that each page of a member asks for beside its own code. */
const ofMembers = [
  'web/app/member-session.ts',
  'web/lib/session/cognito.ts',
  'web/app/shell/banners/account-banner.tsx',
  'web/app/shell/header/account-menu.tsx',
];
/** Parts that the first view of a member's page adds, on wide screens too. */
const inFirstView: readonly (readonly [path: string, parts: readonly string[]])[] = [
  [paths.deliverySelection, []],
  [
    patterns.conversation,
    ['web/features/messaging/list/conversation-panel.tsx', 'web/features/parcels/contents-list.tsx'],
  ],
  [patterns.delivery, []],
  // A carrier at the door: the step of the photo, with the tick about the contents.
  [patterns.delivery, ['web/features/deliveries/acts/photo-act.tsx', 'web/features/deliveries/acts/seen-contents.tsx']],
  [paths.profile, []],
  [patterns.member, []],
  [paths.notifications, []],
];

const routeOf = (path: string) => {
  const load = pages.find((page) => page.path === path)?.load.toString() ?? '';
  return `web/${/routes\/[\w/-]+\.tsx/.exec(load)?.[0]}`;
};

/** Kilobytes of `too-old.js` before the modules, which this build does not have. */
const tooOld = 0.5;

/**
 * The first load in numbers of the build (rule 202), so that an import that brings too much fails before a browser
 * counts it (`npm run bench -- load`). It cannot see a part that a first view has begun to load, unless the part is
 * listed here.
 */
test('the code that a page brings weighs no more than its first load may', { timeout }, async () => {
  const { chunks, fileWith, broughtBy } = await scripts();
  const weightOf = (sources: readonly string[]) => {
    const files = broughtBy(['web/main.tsx', ...sources].map(fileWith));
    const bytes = [...files].map((name) => gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length);
    return tooOld + bytes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const open = pages.filter(({ access }) => access === 'public' || access === 'guest');
  const loads = [
    ...open.map(({ path }) => ({ path, weighs: weightOf(['web/start.ts', routeOf(path)]), atMost: scriptLimit(path) })),
    ...inFirstView.map(([path, parts]) => ({
      path,
      weighs: weightOf([routeOf(path), ...ofMembers, ...parts]),
      atMost: firstLoadLimits.members,
    })),
  ];
  expect(Math.min(...loads.map(({ weighs }) => weighs))).toBeGreaterThan(100);
  expect(loads.filter(({ weighs, atMost }) => weighs > atMost)).toEqual([]);
});

/**
 * A part that brings less costs more than it saves: a round trip, and an import that its user does not show.
 * Its code counts with the imports that its user does not have.
 */
const leastBytes = 3_000;

/** The smaller parts of before this rule. Take out what is loaded with its page, and add none. */
const smallParts = [
  'web/features/accounts/sign-up/resend-confirmation.tsx',
  'web/features/listings/sign-in-dialog.tsx',
  'web/features/messaging/parcel/own-parcels.tsx',
  'web/features/messaging/thread/event-photos.tsx',
  'web/features/profiles/member-not-found.tsx',
  'web/features/second-factor/second-factor-questions.tsx',
  'web/lib/hold-free-place.ts',
  'web/lib/places.ts',
];

test('a part that loads later brings 3 kB at least; pages may be smaller', {
  timeout,
}, async () => {
  const { chunks, fileWith, broughtBy } = await scripts();
  const bytesOf = (name: string) => Buffer.byteLength(chunks.get(name)?.code ?? '');
  const users = (name: string) => [...chunks.values()].filter(({ dynamicImports }) => dynamicImports.includes(name));
  const savedFor = (user: string, name: string) => {
    const there = broughtBy([fileWith('web/main.tsx'), user]);
    return [...broughtBy([name])].reduce((sum, file) => (there.has(file) ? sum : sum + bytesOf(file)), 0);
  };
  const lazy = [...chunks.values()].flatMap(({ isDynamicEntry, facadeModuleId, fileName }) =>
    isDynamicEntry && facadeModuleId ? [{ part: relative('.', facadeModuleId), fileName }] : [],
  );
  const small = lazy
    .filter(({ part }) => !part.startsWith('web/routes/'))
    .filter(
      ({ fileName }) => Math.max(...users(fileName).map((user) => savedFor(user.fileName, fileName))) < leastBytes,
    )
    .map(({ part }) => part);
  expect(small.length).toBeGreaterThan(0);
  expect(small.toSorted()).toEqual(smallParts);
});
