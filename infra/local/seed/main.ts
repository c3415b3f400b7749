import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { keys } from '#functions/platform/keys.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { brand } from '#shared/values/brand.ts';
import { accountsOf, adminEmail, chooseAdministratorsPassword, openAccounts, peopleAt } from './accounts.ts';
import { advertise } from './advertisements.ts';
import { keepAlerts } from './alerts.ts';
import { befriend, newName, review } from './community.ts';
import { deliveryStories } from './deliveries.ts';
import type { Seed } from './demo.ts';
import { pay, runOut } from './payments.ts';
import { demoPassword, invitedAdministrator, members } from './people.ts';
import { picture } from './pictures.ts';
import { publishParcels, publishTrips } from './publishing.ts';
import { authenticator } from './second-factors.ts';
import { type Caller, openSite } from './site-client.ts';

/** The product's table at the address that the environment of a function gives, with the rights of the operator. */
const tableOf = (environment: Readonly<Record<string, string>>): Table =>
  openTable(
    environment['TABLE'] ?? '',
    new DynamoDBClient({
      endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      region: environment['AWS_REGION'] ?? '',
      credentials: operatorKey,
    }),
  );

const timeoutMs = 60_000;

/** Waits until searches show these trips. The projector reads the clock too, so it must not move earlier. */
async function untilShown(table: Table, tripIds: readonly string[]): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const items = await table.getMany(tripIds.map((id) => keys.publishedState('trip', id)));
    if (items.every(Boolean)) return;
    if (performance.now() > endsAt) throw new Error('The approved trips of the demo do not reach the search.');
    await wait(50);
  }
}

type Named = (firstName: string) => { readonly userId: string; readonly caller: Caller };

/** A report of a review that waits, and one of a member that was decided without a measure. */
async function report(named: Named, admin: Caller): Promise<void> {
  const [karim, mehdi, camille, sofiane] = ['Karim', 'Mehdi', 'Camille', 'Sofiane'].map(named);
  if (!karim || !mehdi || !camille || !sofiane) throw new Error('The members of the reports are missing');
  await camille.caller.ok('reportMember', {
    params: { userId: sofiane.userId },
    body: { reason: 'other', text: 'Il ne répond plus depuis deux jours.' },
  });
  const { items } = await admin.ok('adminReports');
  for (const { id, version, about } of items.filter(({ accused }) => accused?.id === sofiane.userId)) {
    if (about.kind !== 'member') continue;
    await admin.ok('decideReport', {
      params: { reportId: id },
      version,
      body: { outcome: 'dismissed', reason: "Nous n'avons rien trouvé de contraire à nos conditions." },
    });
  }
  await karim.caller.ok('reportReview', {
    params: { reviewId: `${karim.userId}.${mehdi.userId}` },
    body: { reason: 'false', text: "Le lieu de remise n'a changé qu'une fois, à sa demande." },
  });
}

/** Invented accounts; the IBAN is the example of the French banks. */
const accounts = [
  {
    ago: 28,
    bankName: 'Banque des Deux Rives',
    accountHolder: brand.name,
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    bic: 'AGRIFRPP',
    address: '12 quai du Port\n13002 Marseille',
    notes: 'Compte de démonstration : n’y versez rien.',
  },
  { ago: 18, bankName: 'Algérie Banque Populaire', accountHolder: brand.name, iban: '007 99999 0001234567 89' },
  { ago: 9, bankName: 'CCP', accountHolder: brand.name, iban: '1234567 clé 89' },
] as const;

async function bankAccounts(day: number, rootAdmin: Caller): Promise<void> {
  for (const { ago, ...body } of accounts) if (ago === day) await rootAdmin.ok('createBank', { body });
}

/** The days before the start on which listings are published. */
const days = [28, 18, 9, 4, 1];

/**
 * Fills an empty product with members, listings, conversations and a delivery in each state. All are made through the
 * product's own operations while the clock is set back, so that the data is exactly what members would create.
 */
export const seed: Seed = async (context) => {
  const site = openSite(context.siteUrl);
  const photo = picture('colis.png', 12);
  const office = authenticator(site, context.clock);
  const ids = await openAccounts({ site, office, context }, photo);

  context.log('parcels, trips, deliveries, payments and advertisements');
  const table = tableOf(context.env('site'));
  const deliveries = deliveryStories(context.clock);
  for (const [round, ago] of days.entries()) {
    const { people, named, admin, now } = await peopleAt(ago, { site, office, context }, ids);
    await keepAlerts(ago, named, now);
    await publishParcels({ people, admin, now, round, rounds: days.length });
    await untilShown(table, await publishTrips({ people, admin, now, round, rounds: days.length }));
    await deliveries.tell(ago, { site, admin, photo, now, named });
    await review(ago, named);
    await bankAccounts(ago, admin);
    await advertise(ago, site, admin);
    await pay(ago, { site, named, admin, clock: context.clock });
  }

  context.log('the last hours, friends and reports');
  const { named, admin, now } = await peopleAt(0.1, { site, office, context }, ids);
  await deliveries.tell(0.1, { site, admin, photo, now, named });
  await review(0.1, named);
  await befriend(site, named);
  await report(named, admin);
  const ines = named('Inès');
  await newName(site, ines, ines.seeded, photo);
  await admin.ok('addAdministrator', { body: { email: invitedAdministrator } });
  context.log('payments');
  await pay(0.1, { site, named, admin, clock: context.clock });
  await runOut(table, named('Yacine').userId, now);

  await context.clock.set(0);
  context.log('a member who leaves');
  for (const { email } of members.filter(({ state }) => state === 'leaving')) {
    const caller = await site.member(email, demoPassword);
    await caller.ok('deleteMe', { body: { password: demoPassword } });
  }
  return { ...accountsOf(ids), secondFactors: office.keys() };
};

export const seedAdministrator: Seed = async ({ siteUrl, clock }) => {
  const site = openSite(siteUrl);
  await chooseAdministratorsPassword(site);
  const office = authenticator(site, clock);
  await office.setUp(adminEmail);
  await clock.set(0);
  return { admin: { email: adminEmail, password: demoPassword }, members: [], secondFactors: office.keys() };
};
