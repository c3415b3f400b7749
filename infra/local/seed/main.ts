import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { keys } from '#functions/platform/keys.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import {
  accountsOf,
  adminEmail,
  authenticator,
  chooseAdministratorsPassword,
  type Day,
  dayAgo,
  lastHours,
  onDays,
  openAccounts,
} from './accounts.ts';
import { befriend, keepAlerts, newName, report, review } from './community.ts';
import { deliveryStories } from './deliveries.ts';
import type { Seed } from './demo.ts';
import { publishParcels, publishTrips } from './listings.ts';
import { advertise, openBankAccounts, pay, runOut } from './payments.ts';
import { demoPassword, invitedAdministrator, members } from './people.ts';
import { picture } from './pictures.ts';
import { openSite } from './site-client.ts';

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

const publish =
  (table: Table) =>
  async (day: Day): Promise<void> => {
    await publishParcels(day);
    await untilShown(table, await publishTrips(day));
  };

const invite = onDays([[lastHours, invitedAdministrator]] as const, ([, email], { admin }) =>
  admin.ok('addAdministrator', { body: { email } }),
);

const days = [28, 18, 9, 4, 1, lastHours];

/**
 * Fills an empty product with members, listings, conversations and a delivery in each state. All are made through the
 * product's own operations while the clock is set back, so that the data is exactly what members would create.
 */
export const seed: Seed = async (context) => {
  const site = openSite(context.siteUrl);
  const office = authenticator(site, context.clock);
  const tools = { site, office, context };
  const ids = await openAccounts(tools, await picture('colis.png', 12));

  const table = tableOf(context.env('site'));
  const happenings = [
    keepAlerts,
    publish(table),
    deliveryStories(),
    review,
    openBankAccounts,
    advertise,
    befriend,
    report,
    newName,
    invite,
    pay,
    runOut(table),
  ];
  for (const ago of days) {
    context.log(ago === lastHours ? 'the last hours' : `${ago} days ago`);
    const day = await dayAgo(ago, tools, ids);
    for (const happen of happenings) await happen(day);
  }

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
