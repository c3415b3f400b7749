import { advertise } from './advertisements.ts';
import { bankAccounts } from './banks.ts';
import { befriend, newName, review } from './community.ts';
import { deliveryStories } from './deliveries.ts';
import type { DemoAccounts, Seed } from './demo.ts';
import { parcel, trip } from './listings.ts';
import { pay } from './payments.ts';
import { administrators, demoPassword, invitedAdministrator, members, type SeededMember } from './people.ts';
import { picture } from './pictures.ts';
import { authenticator } from './second-factors.ts';
import { type Caller, type ChosenFile, openSite, type SiteClient } from './site-client.ts';
import { tableOf, untilShown } from './table.ts';

const adminEmail = 'admin@example.org';
const parcelCount = 60;
const tripCount = 40;

/** A member of the seed, signed in. */
interface Person {
  readonly seeded: SeededMember;
  readonly userId: string;
  readonly caller: Caller;
}

/**
 * Fills an empty product with members, listings, conversations and a delivery in each state. All are made through the
 * product's own operations while the clock is set back, so that the data is exactly what members would create.
 */
export const seed: Seed = async (context) => {
  const site = openSite(context.siteUrl);
  const photo = picture('colis.png', 12);
  const daysAgo = (days: number) => context.clock.set(-days * 86_400);

  context.log('members');
  await daysAgo(61);
  await chooseAdministratorsPassword(site);
  const office = authenticator(site, context.clock);
  await office.setUp(adminEmail);
  const ids = new Map<string, string>();
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

  /** Signs the approved members in at a moment of the past: the age of sessions follows the clock. */
  async function peopleAt(days: number) {
    await daysAgo(days);
    const joined = members.filter(({ state, joined }) => state === 'approved' && joined > days);
    const people = await Promise.all(
      joined.map(async (seeded) => ({
        seeded,
        userId: ids.get(seeded.email) ?? '',
        caller: await site.member(seeded.email, demoPassword),
      })),
    );
    const named = (firstName: string): Person => {
      const person = people.find(({ seeded }) => seeded.firstName === firstName);
      if (!person) throw new Error(`The seed knows no ${firstName} ${days} days ago`);
      return person;
    };
    return { people, named, admin: await office.signIn(adminEmail), now: context.clock.now() };
  }

  context.log('parcels, trips and deliveries');
  const table = tableOf(context.env('site'));
  const deliveries = deliveryStories(context.clock);
  const days = [28, 18, 9, 4, 1];
  for (const [round, ago] of days.entries()) {
    const { people, named, admin, now } = await peopleAt(ago);
    const share = (count: number) =>
      Array.from({ length: count / days.length }, (_, index) => round * (count / days.length) + index);
    await inTurns(share(parcelCount), async (index) => {
      const made = await owner(people, index).caller.ok('publishParcel', { body: parcel(index, now) });
      if (round === days.length - 1 && index % 3 === 0) return;
      if (index % 29 === 28)
        await admin.ok('rejectParcel', {
          params: { parcelId: made.id },
          version: 1,
          body: { reason: 'Décrivez précisément le contenu du colis.' },
        });
      else await admin.ok('approveParcel', { params: { parcelId: made.id }, version: 1 });
    });
    const approved: string[] = [];
    await inTurns(share(tripCount), async (index) => {
      const made = await owner(people, index + 1).caller.ok('publishTrip', {
        body: trip(index, now, 3 + ((index * 4) % 30)),
      });
      if (round === days.length - 1 && index % 3 === 1) return;
      if (index % 19 === 18)
        await admin.ok('rejectTrip', {
          params: { tripId: made.id },
          version: 1,
          body: { reason: 'La date du trajet est incohérente.' },
        });
      else {
        await admin.ok('approveTrip', { params: { tripId: made.id }, version: 1 });
        approved.push(made.id);
      }
    });
    await untilShown(table, approved);
    await deliveries.tell(ago, { site, admin, photo, now, named });
    await review(ago, named);
  }

  context.log('the last hours, friends, bank accounts and advertisements');
  const { named, admin, now } = await peopleAt(0.1);
  await deliveries.tell(0.1, { site, admin, photo, now, named });
  await review(0.1, named);
  await befriend(site, named);
  const ines = named('Inès');
  await newName(site, ines, ines.seeded, photo);
  await bankAccounts(admin);
  await advertise(site, admin);
  await admin.ok('addAdministrator', { body: { email: invitedAdministrator } });
  context.log('payments');
  await pay(site, named, admin, { table, now });

  await context.clock.set(0);
  context.log('a member who leaves');
  for (const { email } of members.filter(({ state }) => state === 'leaving')) {
    const caller = await site.member(email, demoPassword);
    await caller.ok('deleteMe', { body: { password: demoPassword } });
  }
  return { ...accountsOf(ids), secondFactors: office.keys() };
};

/** Only the administrator, for tests that create all other members themselves. */
export const seedAdministrator: Seed = async ({ siteUrl, clock }) => {
  const site = openSite(siteUrl);
  await chooseAdministratorsPassword(site);
  const office = authenticator(site, clock);
  await office.setUp(adminEmail);
  await clock.set(0);
  return { admin: { email: adminEmail, password: demoPassword }, members: [], secondFactors: office.keys() };
};

const owner = (people: readonly Person[], index: number): Person => people[index % people.length] as Person;

/** A few at a time: fast, with a stable order of owners. */
async function inTurns<T>(list: readonly T[], act: (one: T) => Promise<void>, together = 4): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
    }),
  );
}

/**
 * The root administrator's first password is unknown: they choose one with « Mot de passe oublié », as after a deploy.
 */
async function chooseAdministratorsPassword(site: SiteClient): Promise<void> {
  await site.visitor.ok('forgotPassword', { body: { email: adminEmail } });
  await site.visitor.ok('resetPassword', {
    body: { token: await tokenMailedTo(site, adminEmail), password: demoPassword },
  });
}

/** Registers with both documents and confirms the address by the link of the mail. Returns the member's id. */
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

/** The administrator sets a member to the state that the seed needs. */
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

/** The root administrator verifies the other administrators and gives them their rights. */
async function appoint(rootAdmin: Caller, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const administrator of administrators) {
    const administratorId = ids.get(administrator.email) ?? '';
    await judge(rootAdmin, administrator, administratorId);
    await rootAdmin.ok('addAdministrator', { body: { email: administrator.email } });
    if (!administrator.isActive) await rootAdmin.ok('deactivateAdministrator', { params: { administratorId } });
  }
}

/** The one-time token in the newest mail to an address. */
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

const accountsOf = (ids: ReadonlyMap<string, string>): DemoAccounts => ({
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
