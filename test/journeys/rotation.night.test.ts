import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushPayload } from '#functions/notices/notifier/push-service.ts';
import type { Machine } from '#infra/commands/deploy/deploy.ts';
import { stackWords } from '#infra/commands/deploy/stacks.ts';
import { rotateSecret } from '#infra/commands/rotate-secret.ts';
import { readAssembly } from '#infra/local/assembly/assembly.ts';
import { identities } from '#infra/local/assembly/physical-ids.ts';
import { assemblyFolder, synthesize } from '#infra/local/prepare.ts';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { rotated, stackName } from '#infra/naming.ts';
import { tell } from '#test/prove/amounts.ts';
import { aReadyAccount, deploySettings, keepVersions } from '#test/support/fake-account.ts';
import { aBrowser } from '#test/support/push/browser.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  joined,
  listedParcel,
  listen,
  type Mail,
  mailTo,
  password,
  type Traveller,
  tokenMailedTo,
  until,
} from '../support/journey.ts';
import { type LocalStack, startLocal } from '../support/local-stack.ts';

/** A stack of its own, because links of other journeys' mails would end. */
let stack: LocalStack;
let site: SiteClient;
let admin: Caller;
let account: ReturnType<typeof anAccount>;
beforeAll(async () => {
  stack = await startLocal({ demo: false });
  site = openSite(stack.origin);
  admin = await administrator(site, stack.dataFolder);
  account = anAccount();
});
afterAll(() => stack.stop());

const settings = deploySettings({ stage: 'dev' });

/** The commands of a page, in their order. */
const commandsOf = (page: string): string[][] =>
  [...readFileSync(`docs/runbooks/${page}`, 'utf8').matchAll(/npm run rotate-secret(?: -- ([\w -]+))?`/g)].map(
    ([, words = '']) => words.split(' ').filter(Boolean),
  );

/** An account whose stacks are those that run here: their templates are synthesized and brought stack by stack. */
function anAccount() {
  const { clients, apis, stack: deployed } = aReadyAccount();
  const assembly = readAssembly(assemblyFolder);
  const ids = identities(assembly);
  for (const { stack: word, output } of Object.values(rotated)) {
    const name = stackName(settings, word);
    const told = assembly.outputs.get(`${name}.${output}`)?.value as { readonly Ref: string } | undefined;
    const secret = told && assembly.find(name, told.Ref);
    deployed(name, { Outputs: [{ OutputKey: output, OutputValue: secret && ids.ref(secret) }] });
  }
  const file = join(stack.dataFolder, 'secret-versions.json');
  keepVersions(apis.secrets, (id, version, value) => {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    writeFileSync(file, JSON.stringify({ ...kept, [id]: { ...kept[id], [version]: value } }));
  });
  let folder = assemblyFolder;
  let afterStack = async (_word: string) => {};
  const machine: Machine = {
    clients,
    isTerminal: false,
    run: async (program, args) => {
      // The test run has checked and built the release.
      if (program !== 'cdk') return;
      const after = (word: string) => args[args.indexOf(word) + 1] ?? '';
      if (args[0] === 'synth') {
        const versions = args.filter((_, at) => args[at - 1] === '--context' && args[at]?.includes('Secret='));
        // Templates that name no version are those that run already.
        folder = versions.length === 0 ? assemblyFolder : join(stack.dataFolder, 'cdk.out');
        const context = Object.fromEntries(versions.map((pair) => pair.split('=')));
        return versions.length === 0 ? undefined : synthesize(folder, context);
      }
      const alone = args.includes('--exclusively') && after('--exclusively');
      for (const word of stackWords) {
        const name = stackName(settings, word);
        if (alone && name !== alone) continue;
        expect((await site.local('update', { stack: name, folder })).status).toBe(204);
        const TemplateBody = readFileSync(join(folder, `${name}.template.json`), 'utf8');
        apis.cloudFormation.on(GetTemplateCommand, { StackName: name }).resolves({ TemplateBody });
        await afterStack(word);
      }
    },
    ask: async () => '',
    say: () => {},
    commit: async () => undefined,
    newName: () => 'rotation',
    outputs: () => ({}),
  };
  return (words: string[] = [], then = async (_word: string) => {}) => {
    afterStack = then;
    return rotateSecret(words, settings, machine);
  };
}

/**
 * Asks, writes and opens sockets until its end, which tells how many were answered, what was refused, and how many
 * failed: a machine that is too slow answers 5xx or not at all, a secret that is not accepted 403.
 */
function requests(member: Traveller, other: Traveller) {
  let asking = true;
  let answered = 0;
  let failed = 0;
  const refused: string[] = [];
  const device = aBrowser();
  const kinds: Record<string, () => Promise<{ status: number }>> = {
    read: () => member.caller.call('readMe'),
    search: () => site.visitor.call('searchParcels', { query: {} }),
    document: () => fetch(`${site.origin}/`),
    write: () =>
      member.caller.call('sendMessage', { body: { recipientId: other.userId, content: `Message ${answered}` } }),
    device: () => member.caller.call('addPushDevice', { body: device.subscription }),
    socket: async () => {
      const opened = listen(site, member.caller).then((live) => live.close());
      return {
        status: await opened.then(
          () => 101,
          ({ message }: Error) => Number(message),
        ),
      };
    },
  };
  const loops = Object.entries(kinds).map(async ([kind, ask]) => {
    while (asking) {
      // A machine that is too slow closes connections, too.
      const { status } = await ask().catch(() => ({ status: 503 }));
      if (status < 500) answered += 1;
      else failed += 1;
      if (status >= 400 && status < 500) refused.push(`${kind}: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  return async () => {
    asking = false;
    await Promise.all(loops);
    return { answered, refused, failed };
  };
}

/** The token with which a mail lets the member contest a decision. */
async function objectionOf({ caller, email }: Traveller, title: string): Promise<string> {
  const { id, version } = await caller.ok('publishParcel', { body: aParcelToPublish(title) });
  await admin.ok('rejectParcel', { params: { parcelId: id }, version, body: { reason: `Motif : ${title}` } });
  const { text } = await mailTo(site, email, new RegExp(title));
  return /topic=decision#token=(\S+)/.exec(text)?.[1] ?? '';
}

/** The link that a mail of an alert ends such mails with; it is gathered for an hour. */
async function stopLinkOf({ caller, email }: Traveller, traveller: Traveller): Promise<string> {
  await caller.ok('addAlert', { body: { kind: 'trip', from: { countryCode: 'FR' }, when: 'now' } });
  const { id, version } = await traveller.caller.ok('publishTrip', { body: aTripToPublish() });
  await admin.ok('approveTrip', { params: { tripId: id }, version });
  await until('the alert is in the list', async () =>
    (await noticesOf(caller)).some(({ group }) => group === 'alerts'),
  );
  await site.local('clock', { offsetSeconds: 3600 });
  try {
    const { headers } = await until('the mail of the alert', async () =>
      ((await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as Mail[]).find(
        (mail) => mail.headers?.['list-unsubscribe'],
      ),
    );
    return /<(.*)>/.exec(headers?.['list-unsubscribe'] ?? '')?.[1] ?? '';
  } finally {
    await site.local('clock', { offsetSeconds: 0 });
  }
}

const noticesOf = async (caller: Caller) => (await caller.ok('myNotices', { query: {} })).items;

const opened = async (token: string): Promise<number> =>
  (await site.visitor.call('readReported', { body: { about: { kind: 'decision', token } } })).status;

type Device = ReturnType<typeof aBrowser>;

const isNotice = (device: Device, body: string): boolean =>
  (device.read(Buffer.from(body, 'base64')) as PushPayload).group !== 'messages';

/** The browser subscribes with the key that the site has now, as a page does when it is opened. */
async function subscribe({ caller }: Traveller, device: Device): Promise<string> {
  const { publicKey } = await caller.ok('myPushDevices');
  await caller.ok('addPushDevice', { body: { ...device.subscription, publicKey } });
  return publicKey;
}

/**
 * The keys with which a notice to the member calls these devices, once the last of those that expect it was called. The
 * last message of the requests calls them, too, half a minute after their end.
 */
async function called(member: Traveller, title: string, expecting: readonly Device[], others: readonly Device[] = []) {
  const pushes = async () =>
    (await (await site.local('pushes')).json()) as { endpoint: string; key: string; body: string }[];
  const before = (await pushes()).length;
  const token = await objectionOf(member, title);
  const keysOf = async (device: Device) =>
    (await pushes())
      .toReversed()
      .slice(before)
      .flatMap(({ endpoint, key, body }) =>
        endpoint === device.subscription.endpoint && isNotice(device, body) ? [key] : [],
      );
  for (const device of expecting) await until('the device is called', async () => (await keysOf(device)).length > 0);
  return { token, keys: await Promise.all([...expecting, ...others].map(async (one) => (await keysOf(one)).join())) };
}

const told = (amount: string, result: string) => tell({ part: 'rotation', amount, result, holds: true });

test('both secrets of the edge are rotated, and no request is refused', async () => {
  const [member, other] = [await joined(site, 'Demande', admin), await joined(site, 'Reponse', admin)];
  const commands = commandsOf('origin-secret-leaked.md');
  expect(commands).toEqual([[], ['--finish']]);
  const end = requests(member, other);
  for (const command of commands) await account(command);
  const { answered, refused, failed } = await end();
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(200);
  told(`secrets of the edge under ${answered} requests and ${failed} that failed`, 'no request refused');
});

test('the secret of links and keys is rotated by routine: every link and device lives until its end', async () => {
  const [member, other] = [await joined(site, 'Routine', admin), await joined(site, 'Tranquille', admin)];
  const [, routine, finish] = commandsOf('secret-leaked.md');
  const [phone, tablet, early] = [aBrowser(), aBrowser(), aBrowser()];
  const stop = await stopLinkOf(member, other);
  const key1 = await subscribe(member, phone);
  const { token: first, keys } = await called(member, 'Avant la rotation', [phone]);
  expect(keys).toEqual([key1]);

  const end = requests(other, member);
  const between: string[] = [];
  await account(routine, async (word) => {
    // The readers of links have the new value, the senders do not yet.
    if (word !== 'Api' || between.length > 0) return;
    between.push(await subscribe(member, early));
    between.push((await called(member, 'Pendant la rotation', [phone], [early])).token);
  });
  const [, during = ''] = between;
  const key2 = await subscribe(member, tablet);
  expect([between[0], key2 === key1]).toEqual([key2, false]);
  const { token: second, keys: both } = await called(member, 'Avec deux valeurs', [phone, tablet, early]);
  expect(both).toEqual([key1, key2, key2]);
  expect(await Promise.all([first, during, second].map(opened))).toEqual([200, 200, 200]);
  expect((await fetch(stop)).status).toBe(200);

  await account(finish);
  const { answered, refused, failed } = await end();
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(200);
  expect(await Promise.all([first, during, second].map(opened))).toEqual([410, 410, 200]);
  expect((await fetch(stop)).status).toBe(410);
  expect((await called(member, 'Après la rotation', [tablet, early], [phone])).keys).toEqual([key2, key2, '']);
  expect(await subscribe(member, phone)).toBe(key2);
  expect((await called(member, 'À la visite suivante', [phone])).keys).toEqual([key2]);
  told(
    `links and keys by routine under ${answered} and ${failed}`,
    'no request refused, until --finish no dead link and no device lost',
  );
});

test('a leaked secret of links and keys ends in one deploy: no old link is valid, no request is refused', async () => {
  const [member, other] = [await joined(site, 'Fuite', admin), await joined(site, 'Paisible', admin)];
  const [leak] = commandsOf('secret-leaked.md');
  const [phone, tablet] = [aBrowser(), aBrowser()];
  const before = await subscribe(member, phone);
  await subscribe(member, tablet);
  const { token: old } = await called(member, 'Avant la fuite', [phone, tablet]);
  const end = requests(other, member);
  await account(leak);
  expect(await opened(old)).toBe(410);
  const after = await subscribe(member, phone);
  expect(after).not.toBe(before);
  const { token, keys } = await called(member, 'Après la fuite', [phone], [tablet]);
  expect(keys).toEqual([after, '']);
  expect(await opened(token)).toBe(200);
  const { answered, refused, failed } = await end();
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(await subscribe(member, tablet)).toBe(after);
  expect((await called(member, 'Chacun de nouveau', [phone, tablet])).keys).toEqual([after, after]);
  told(`leaked links and keys under ${answered} and ${failed}`, 'no request refused, no old link valid');
});

test('over the same table a new pool knows nobody, and all come back by « Mot de passe oublié » to what is theirs', async () => {
  const [sender, carrier] = [await joined(site, 'Rescapee', admin), await joined(site, 'Voisine', admin)];
  await listedParcel(sender, admin, 'Livres gardés');
  await carrier.caller.ok('sendMessage', { body: { recipientId: sender.userId, content: 'Je passe mardi' } });
  await sender.caller.ok('leaveReview', {
    params: { userId: carrier.userId },
    body: { rating: 5, comment: 'Parfait' },
  });
  const pairs = [
    [sender, carrier],
    [carrier, sender],
  ] as const;
  const belongings = async (caller: Caller, { userId: id }: Traveller, { userId: other }: Traveller) => ({
    parcels: (await caller.ok('myParcels')).items.map((parcel) => parcel.id),
    messages: (await caller.ok('conversation', { params: { userId: other }, query: {} })).messages,
    reviews: await Promise.all(
      [id, other].map(async (userId) => (await caller.ok('memberReviews', { params: { userId }, query: {} })).items),
    ),
  });
  const before = await Promise.all(pairs.map(([one, other]) => belongings(one.caller, one, other)));
  expect(before[0]).toMatchObject({ parcels: [expect.any(String)], messages: [{}], reviews: [[], [{}]] });

  const { dataFolder, origin } = stack;
  await stack.kill();
  for (const lost of ['cognito.json', 'custom-resources.json']) rmSync(join(dataFolder, lost));
  stack = await startLocal({ demo: false, port: Number(new URL(origin).port), dataFolder });
  site = openSite(stack.origin);

  /** Signs in with a new password, as somebody whom the pool does not know. */
  const back = async (email: string) => {
    await expect(site.signIn(email, password)).rejects.toThrow();
    await site.visitor.ok('forgotPassword', { body: { email } });
    const token = await tokenMailedTo(site, email, /reset-password/);
    await site.visitor.ok('resetPassword', { body: { token, password: 'Retrouve-2026' } });
    return until('the new user opens a session', async () => {
      const caller = await site.member(email, 'Retrouve-2026');
      return (await caller.call('readMe')).status === 200 && caller;
    });
  };
  for (const [at, [one, other]] of pairs.entries()) {
    const caller = await back(one.email);
    expect(await caller.ok('readMe')).toMatchObject({ id: one.userId, status: 'approved' });
    expect(await belongings(caller, one, other)).toEqual(before[at]);
  }
});
