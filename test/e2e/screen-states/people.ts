import type { SiteClient } from '#infra/local/seed/site-client.ts';
import { administrator, joined, password, seededPeople } from '../../support/journey.ts';
import { agreements } from './agreements.ts';
import { carrier, sender } from './deliveries.ts';
import { leaver, member } from './member.ts';
import { newcomer } from './newcomer.ts';
import { panel } from './panel.ts';
import type { Screen } from './reach.ts';
import { visitor } from './visitor.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}

/** A member of the demo with the parcels of one of their lists, whose pages are found by their titles. */
async function inTheDemo(
  site: SiteClient,
  name: string,
  list: 'myParcels' | 'myDeliveries',
  screensOf: (at: (title: string) => string) => readonly Screen[],
) {
  const account = (await seededPeople(site)).members.find(({ firstName }) => firstName === name);
  if (!account) throw new Error(`The demo data have no ${name}.`);
  const caller = await site.member(account.email, account.password);
  const { items } = await caller.ok(list);
  const at = (title: string) => {
    const parcel = items.find((one) => one.title === title);
    if (!parcel) throw new Error(`${name} has no « ${title} ».`);
    return `/delivery/${parcel.id}`;
  };
  return { account, screens: screensOf(at) };
}

/** The people of the screens. `dataFolder` is the one of the running product, by default of the tests'. */
export const people: Readonly<
  Record<string, (site: SiteClient, dataFolder?: string) => Promise<{ account?: Account; screens: readonly Screen[] }>>
> = {
  visitor: async () => ({ screens: visitor }),
  member: async (site) => {
    const [account, other] = (await seededPeople(site)).members;
    if (!account || !other) throw new Error('The demo data have too few members.');
    return { account, screens: member(other.userId) };
  },
  'party to agreements': async (site) => {
    const [account, other] = (await seededPeople(site)).members;
    if (!account || !other) throw new Error('The demo data have too few members.');
    return { account, screens: agreements(account.userId, other.userId) };
  },
  sender: (site) => inTheDemo(site, 'Amel', 'myParcels', sender),
  carrier: (site) => inTheDemo(site, 'Karim', 'myDeliveries', carrier),
  newcomer: async (site, dataFolder) => {
    const admin = await administrator(site, dataFolder);
    const [account, other] = await Promise.all([joined(site, 'Nouveau', admin), joined(site, 'Autre', admin)]);
    return { account: { ...account, password }, screens: newcomer(other.userId) };
  },
  leaver: async (site) => {
    const account = (await seededPeople(site)).members.find(({ status }) => status === 'leaving');
    if (!account) throw new Error('Nobody of the demo leaves.');
    return { account, screens: leaver };
  },
  administrator: async (site) => ({ account: (await seededPeople(site)).admin, screens: panel }),
};
