import { setTimeout } from 'node:timers/promises';
import { carriedParcel, carryingTrip, trip } from '#infra/local/seed/listings.ts';
import type { Caller, SiteClient } from '#infra/local/seed/site-client.ts';
import type { NewAlert } from '#shared/alerts/contract.ts';
import { aJpeg } from '#test/support/images.ts';
import { proveSession } from '#test/support/stack-table.ts';
import { demoPairs, demoWaiters, type Member } from './people.ts';

/** Until alerts have found a new listing, on a busy machine. */
const noticedAfterMs = 3000;

/** How often each act is made; its units are the mean. */
export const repeats = 6;

/** Something that members do, as often as `share` in a million acts. */
export interface Act {
  readonly name: string;
  readonly share: number;
  readonly isCached?: true;
  /** Invocations by the stream, to the projector and the dispatcher. */
  readonly followUps: number;
  /** Calls of one act. */
  readonly calls: number;
  readonly run: (round: number) => Promise<unknown>;
}

const searches = [
  {},
  { fromPlace: '2988507' },
  { fromCountry: 'France', toCountry: 'Algérie' },
  { fromCity: 'par', toCity: 'alg' },
  { toCity: 'a' },
  { fromCity: 'a', toCity: 'a' },
];

const parisToAlgiers = (now: number) => {
  const { pickup, delivery, deadline, weight, size } = carriedParcel('', now);
  return {
    fromCountry: pickup.countryCode,
    fromCity: pickup.city,
    toCountry: delivery.countryCode,
    toCity: delivery.city,
    deadline,
    weight,
    size,
  };
};

const anAlert = (kind: 'parcel' | 'trip', from: 'FR' | 'DZ'): NewAlert => ({
  kind,
  from: { countryCode: from },
  when: 'now',
});

/** Five members whose alerts find each listing. */
async function fiveWaitFor(members: readonly Caller[]): Promise<void> {
  for (const member of members)
    for (const kind of ['parcel', 'trip'] as const)
      for (const from of ['FR', 'DZ'] as const) await member.ok('addAlert', { body: anAlert(kind, from) });
}

const price = { amount: 2500, currency: 'EUR' as const };

const photo = { name: 'photo.jpg', type: 'image/jpeg', bytes: aJpeg({ width: 320, height: 240 }) };

/**
 * The acts of members on a running product with the demo data. Their shares are a guess, and make a million.
 * @param deliveries how many parcels can be agreed on and delivered
 * @param pairs of members, who take turns; each member acts with the other of their pair
 */
export async function actsOn(
  site: SiteClient,
  dataFolder: string,
  { deliveries = repeats, pairs = 1 } = {},
): Promise<readonly Act[]> {
  const { admin } = (await (await site.local('demo')).json()) as { admin: Member };
  const callerOf = ({ email, password }: Member) => site.member(email, password);
  const judge = await callerOf(admin);
  const couples = await Promise.all(
    (await demoPairs(site, pairs)).map(async ([first, second]) => ({
      me: await callerOf(first),
      other: await callerOf(second),
      myId: first.userId,
      otherId: second.userId,
    })),
  );
  const pairOf = (round: number) => couples[round % pairs] as (typeof couples)[number];
  await proveSession(judge.session?.accessToken ?? '', dataFolder);
  await fiveWaitFor(await Promise.all((await demoWaiters(site)).map(callerOf)));
  const [listed] = (await site.visitor.ok('searchParcels')).items;
  if (!listed) throw new Error('The demo data have no listed parcel');
  const read = { followUps: 0, calls: 1 };

  /** Publishes a parcel and has it approved. */
  async function approved(owner: Caller, title: string) {
    const { id } = await owner.ok('publishParcel', { body: { ...carriedParcel(title, Date.now()), weight: '0,2' } });
    const params = { parcelId: id };
    const { version } = await judge.ok('approveParcel', { params, version: 1 });
    return { params, version };
  }
  /** Publishes a trip of the carrier and has it approved. */
  async function approvedTrip(carrier: Caller): Promise<string> {
    const { id } = await carrier.ok('publishTrip', { body: carryingTrip(Date.now(), { inDays: 20, kg: 20 }) });
    await judge.ok('approveTrip', { params: { tripId: id }, version: 1 });
    return id;
  }
  /** Listed and written about before the deliveries are counted. */
  const tripIds = await Promise.all(couples.map(({ me }) => approvedTrip(me)));
  const toCarry: (Awaited<ReturnType<typeof approved>> & { tripId: string })[] = [];
  for (let round = 0; round < deliveries; round++) {
    const { me, other, otherId } = pairOf(round);
    const parcel = await approved(other, `Livraison ${round}`);
    const { parcelId } = parcel.params;
    await me.ok('sendMessage', { body: { recipientId: otherId, parcelId, content: 'Je peux le prendre.' } });
    toCarry.push({ ...parcel, tripId: tripIds[round % pairs] ?? '' });
  }

  const toHaggle = await Promise.all(couples.map(async ({ other }) => (await approved(other, 'Livres')).params));

  return [
    {
      name: 'search',
      share: 488_000,
      isCached: true,
      ...read,
      run: (round) => site.visitor.ok('searchParcels', { query: searches[round % searches.length] ?? {} }),
    },
    {
      name: 'open a parcel',
      share: 140_000,
      ...read,
      run: (round) => pairOf(round).me.ok('readParcel', { params: { parcelId: listed.id } }),
    },
    {
      name: 'open a profile',
      share: 95_000,
      ...read,
      run(round) {
        const { me, otherId } = pairOf(round);
        return me.ok('readMember', { params: { userId: otherId } });
      },
    },
    {
      name: 'open a conversation',
      share: 75_000,
      ...read,
      run(round) {
        const { me, otherId } = pairOf(round);
        return me.ok('conversation', { params: { userId: otherId }, query: {} });
      },
    },
    {
      name: 'list of conversations',
      share: 60_000,
      ...read,
      run: (round) => pairOf(round).me.ok('conversations', { query: {} }),
    },
    {
      name: 'send a message',
      share: 38_000,
      followUps: 2,
      calls: 1,
      run(round) {
        const { me, otherId } = pairOf(round);
        return me.ok('sendMessage', { body: { recipientId: otherId, content: `Mesure ${round}.` } });
      },
    },
    { name: 'come back: own profile', share: 23_000, ...read, run: (round) => pairOf(round).me.ok('readMe') },
    { name: 'my parcels', share: 13_000, ...read, run: (round) => pairOf(round).me.ok('myParcels', { query: {} }) },
    {
      name: 'publish a parcel, have it approved, take it back',
      share: 12_000,
      followUps: 6,
      calls: 3,
      async run(round) {
        const { me } = pairOf(round);
        const parcel = await approved(me, `Mesure ${round}`);
        // Members with an alert are notified of what is still there.
        await setTimeout(noticedAfterMs);
        await me.ok('pauseParcel', parcel);
      },
    },
    {
      name: 'my deliveries',
      share: 12_000,
      ...read,
      run: (round) => pairOf(round).me.ok('myDeliveries', { query: {} }),
    },
    {
      name: 'my requests',
      share: 10_000,
      ...read,
      run: (round) => pairOf(round).me.ok('myRequests', { query: { direction: 'received' } }),
    },
    {
      name: 'my trips',
      share: 10_000,
      ...read,
      run: (round) => pairOf(round).me.ok('myTrips', { query: { when: 'upcoming' } }),
    },
    {
      name: 'publish a trip, have it approved',
      share: 4000,
      followUps: 4,
      calls: 2,
      async run(round) {
        const { id } = await pairOf(round).me.ok('publishTrip', { body: trip(round, Date.now(), 20 + (round % 200)) });
        await judge.ok('approveTrip', { params: { tripId: id }, version: 1 });
      },
    },
    {
      name: 'agree, hand over and deliver a parcel, with two photos',
      share: 2000,
      followUps: 28,
      calls: 9,
      async run(round) {
        const parcel = toCarry[round];
        if (!parcel) throw new Error('Too few parcels to carry');
        const { params, tripId } = parcel;
        const { me, other, myId, otherId } = pairOf(round);
        const prove = async (stage: 'pickup' | 'delivery') => {
          const uploadId = await site.upload(photo, (announced) =>
            me.ok('requestProofUpload', { params, body: { stage, ...announced } }),
          );
          await me.ok('addProof', { params, body: { uploadId } });
        };
        // Every second agreement is an offer that is taken.
        const agree = async () => {
          if (round % 2 === 0) {
            const { version } = await me.ok('acceptDelivery', { ...parcel, body: { tripId } });
            return other.ok('chooseCarrier', { params, version, body: { carrierId: myId } });
          }
          const { id: offerId } = await me.ok('makeOffer', { params, body: { memberId: otherId, price, tripId } });
          return other.ok('takeOffer', { params: { ...params, userId: myId }, body: { offerId } });
        };
        let { version } = await agree();
        await prove('pickup');
        ({ version } = await me.ok('validatePickup', { params, version, body: { contentsSeen: true } }));
        ({ version } = await me.ok('startDelivery', { params, version }));
        await prove('delivery');
        await me.ok('validateDelivery', { params, version, body: {} });
      },
    },
    {
      name: 'offer a price, be turned down',
      share: 2000,
      followUps: 10,
      calls: 2,
      async run(round) {
        const { me, other, myId, otherId } = pairOf(round);
        const { parcelId } = toHaggle[round % pairs] as (typeof toHaggle)[number];
        const { id: offerId } = await me.ok('makeOffer', { params: { parcelId }, body: { memberId: otherId, price } });
        await other.ok('endOffer', { params: { parcelId, userId: myId }, body: { offerId } });
      },
    },
    {
      name: 'trips that fit a parcel',
      share: 2000,
      ...read,
      run: (round) => pairOf(round).me.ok('matchingTrips', { query: parisToAlgiers(Date.now()) }),
    },
    {
      name: 'save an alert, remove it',
      share: 2000,
      followUps: 2,
      calls: 2,
      async run(round) {
        const { me } = pairOf(round);
        const { id } = await me.ok('addAlert', { body: anAlert('trip', 'FR') });
        await me.ok('removeAlert', { params: { alertId: id } });
      },
    },
    { name: 'notifications', share: 10_000, ...read, run: (round) => pairOf(round).me.ok('myNotices', { query: {} }) },
    { name: 'own payments', share: 2000, ...read, run: (round) => pairOf(round).me.ok('myReceipts', { query: {} }) },
  ];
}
