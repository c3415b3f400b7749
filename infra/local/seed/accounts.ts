import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '#functions/second-factor/codes.ts';
import type { Clock } from '#infra/local/clock.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import type { DemoAccounts, SeedContext } from './demo.ts';
import { administrators, demoPassword, members, type SeededMember } from './people.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

const rightsWithinMs = 20_000;

/** Signs administrators in as they do: with the code of an application, which this is. */
export function authenticator(site: SiteClient, clock: Clock) {
  const factors = new Map<string, { readonly key: string; step: number }>();

  /** The next code that is not used yet; the clock goes on where the present one is. */
  async function nextCode(email: string): Promise<string> {
    const factor = factors.get(email);
    if (!factor) throw new Error(`${email} has no second factor`);
    if (Math.floor(clock.now() / stepMs) <= factor.step) await clock.set(clock.offsetSeconds() + stepMs / 1000);
    factor.step = Math.floor(clock.now() / stepMs);
    return codeOf(factor.key, factor.step);
  }

  return {
    async setUp(email: string): Promise<Caller> {
      const caller = await withRights(site, email);
      const { key } = await caller.ok('beginSecondFactor', { body: { password: demoPassword } });
      factors.set(email, { key, step: 0 });
      await caller.ok('finishSecondFactor', { body: { code: await nextCode(email) } });
      return caller;
    },

    async signIn(email: string): Promise<Caller> {
      const caller = await site.member(email, demoPassword);
      await caller.ok('proveSecondFactor', { body: { code: await nextCode(email) } });
      return caller;
    },

    keys: (): DemoAccounts['secondFactors'] => [...factors].map(([email, { key }]) => ({ email, key })),
  };
}

/** Rights are in the token: the reader of the stream puts the member into the group a moment after they get them. */
async function withRights(site: SiteClient, email: string): Promise<Caller> {
  const endsAt = performance.now() + rightsWithinMs;
  for (;;) {
    const caller = await site.member(email, demoPassword);
    // A session of the second in which the password was chosen is over.
    const { status, body: me } = await caller.call('readMe');
    if (status === 200 && 'isAdmin' in me && me.isAdmin) return caller;
    if (performance.now() > endsAt) throw new Error(`${email} does not become an administrator`);
    await wait(50);
  }
}

export const adminEmail = 'admin@example.org';

export interface Person {
  readonly seeded: SeededMember;
  readonly userId: string;
  readonly caller: Caller;
}

export interface Day {
  readonly ago: number;
  readonly now: number;
  readonly clock: Clock;
  readonly site: SiteClient;
  readonly admin: Caller;
  readonly people: readonly Person[];
  readonly named: (firstName: string) => Person;
}

export const lastHours = 0.1;

/** Runs the rows of one day, one after the other; a row begins with its day. */
export const onDays =
  <Row extends readonly [ago: number, ...facts: unknown[]]>(
    rows: readonly Row[],
    happen: (row: Row, day: Day) => Promise<unknown>,
  ) =>
  async (day: Day): Promise<void> => {
    for (const row of rows) if (row[0] === day.ago) await happen(row, day);
  };

interface Tools {
  readonly site: SiteClient;
  readonly office: ReturnType<typeof authenticator>;
  readonly context: SeedContext;
}

export async function openAccounts({ site, office, context }: Tools, photo: ChosenFile): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const daysAgo = (days: number) => context.clock.set(-days * 86_400);

  context.log('members');
  await daysAgo(61);
  await chooseAdministratorsPassword(site);
  await office.setUp(adminEmail);
  for (const [days, newcomers] of Map.groupBy(members, ({ joined }) => joined)) {
    await daysAgo(days);
    await Promise.all(newcomers.map(async (member) => ids.set(member.email, await join(site, member, photo))));
    await daysAgo(days - 1);
    const admin = await office.signIn(adminEmail);
    await Promise.all(newcomers.map((member) => judge(admin, member, ids.get(member.email) ?? '')));
  }
  context.log('administrators');
  await daysAgo(40);
  for (const administrator of administrators) ids.set(administrator.email, await join(site, administrator, photo));
  await daysAgo(39);
  await appoint(await office.signIn(adminEmail), ids);
  for (const { email } of administrators.filter(({ isActive }) => isActive)) await office.setUp(email);
  return ids;
}

/** Signs the approved members in on a past day: the age of sessions follows the clock. */
export async function dayAgo(ago: number, { site, office, context }: Tools, ids: ReadonlyMap<string, string>) {
  const { clock } = context;
  await clock.set(-ago * 86_400);
  const joined = members.filter(({ state, joined }) => state === 'approved' && joined > ago);
  const people = await Promise.all(
    joined.map(async (seeded) => ({
      seeded,
      userId: ids.get(seeded.email) ?? '',
      caller: await site.member(seeded.email, demoPassword),
    })),
  );
  const named = (firstName: string): Person => {
    const person = people.find(({ seeded }) => seeded.firstName === firstName);
    if (!person) throw new Error(`The seed knows no ${firstName} ${ago} days ago`);
    return person;
  };
  return { ago, clock, site, people, named, admin: await office.signIn(adminEmail), now: clock.now() } satisfies Day;
}

export const accountsOf = (ids: ReadonlyMap<string, string>): Omit<DemoAccounts, 'secondFactors'> => ({
  admin: { email: adminEmail, password: demoPassword },
  members: [...members, ...administrators].map(({ email, firstName, state, note }) => ({
    email,
    password: demoPassword,
    userId: ids.get(email) ?? '',
    firstName,
    status: state,
    note: `${firstName}, ${note}`,
  })),
});

/**
 * The root administrator's first password is unknown: they choose one with « Mot de passe oublié », as after a deploy.
 */
export async function chooseAdministratorsPassword(site: SiteClient): Promise<void> {
  await site.visitor.ok('forgotPassword', { body: { email: adminEmail } });
  await site.visitor.ok('resetPassword', {
    body: { token: await tokenMailedTo(site, adminEmail), password: demoPassword },
  });
}

async function join(site: SiteClient, member: SeededMember, photo: ChosenFile): Promise<string> {
  const { firstName, lastName, email, phone } = member;
  const {
    userId,
    uploadTicket: ticket,
    proof,
  } = await site.visitor.ok('signUp', {
    body: { firstName, lastName, email, phone, password: demoPassword, acceptedTerms: true },
  });
  const [idDocument, facePhoto] = await Promise.all(
    (['id_document', 'face_photo'] as const).map((kind) =>
      site.upload(photo, (announced) =>
        site.visitor.ok('requestSignUpUpload', { body: { ticket, kind, ...announced } }),
      ),
    ),
  );
  const body = { ticket, idDocument: idDocument ?? '', facePhoto: facePhoto ?? '' };
  await site.visitor.ok('attachSignUpDocuments', { body });
  await site.visitor.ok('confirmEmail', { body: { token: await tokenMailedTo(site, email), proof } });
  return userId;
}

async function judge(admin: Caller, member: SeededMember, userId: string): Promise<void> {
  if (member.state === 'pending') return;
  const params = { userId };
  const { version } = await admin.ok('adminProfile', { params });
  if (member.state === 'rejected') {
    await admin.ok('rejectProfile', {
      params,
      version,
      body: { reason: "La pièce d'identité est illisible. Envoyez une photo plus nette." },
    });
    return;
  }
  const approved = await admin.ok('approveProfile', { params, version });
  if (member.state === 'blocked') {
    await admin.ok('blockProfile', {
      params,
      version: approved.version,
      body: { reason: 'Annonces frauduleuses signalées par plusieurs membres.' },
    });
  }
}

async function appoint(rootAdmin: Caller, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const administrator of administrators) {
    const administratorId = ids.get(administrator.email) ?? '';
    await judge(rootAdmin, administrator, administratorId);
    await rootAdmin.ok('addAdministrator', { body: { email: administrator.email } });
    if (!administrator.isActive) await rootAdmin.ok('deactivateAdministrator', { params: { administratorId } });
  }
}

async function tokenMailedTo(site: SiteClient, email: string): Promise<string> {
  const endsAt = Date.now() + 15_000;
  for (;;) {
    const mails = (await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as { text: string }[];
    const token = /[#&]token=([A-Za-z0-9_-]{43})/.exec(mails[0]?.text ?? '')?.[1];
    if (token) return token;
    if (Date.now() > endsAt) throw new Error(`No mail with a link arrived for ${email}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
