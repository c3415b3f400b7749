import { accountsOf, adminEmail, chooseAdministratorsPassword, openAccounts, peopleAt } from './accounts.ts';
import { advertise } from './advertisements.ts';
import { keepAlerts } from './alerts.ts';
import { bankAccounts } from './banks.ts';
import { befriend, newName, review } from './community.ts';
import { deliveryStories } from './deliveries.ts';
import type { Seed } from './demo.ts';
import { pay, runOut } from './payments.ts';
import { demoPassword, invitedAdministrator, members } from './people.ts';
import { picture } from './pictures.ts';
import { publishParcels, publishTrips } from './publishing.ts';
import { report } from './reports.ts';
import { authenticator } from './second-factors.ts';
import { openSite } from './site-client.ts';
import { tableOf, untilShown } from './table.ts';

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
