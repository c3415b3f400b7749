import { keys } from '#functions/platform/keys.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import { ProblemEnd } from '#shared/deliveries/problem.ts';
import { reportableKinds } from '#shared/deliveries/problem-rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ActName } from '#shared/situation/contract.ts';
import type { Money } from '#shared/values/fields.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '#shared/values/time.ts';
import { rightCode } from '#test/support/machine/act.ts';
import { type Act, type Life, nameOf, people, type Step } from './life.ts';

/** Acts of the situation that call the server; the others lead to a page. */
export type Pressed = Exclude<ActName, 'answer' | 'invite' | 'verify' | 'subscribe' | 'rate'>;

/** Two members and a parcel, as an act finds them. */
export interface Meeting {
  readonly by: string;
  readonly other: string;
  readonly parcel: ParcelRecord;
  readonly offer: Offer | undefined;
  readonly life: Life;
}

const reason = 'Changement de programme';

type Sent = Omit<Act, 'by'>;

/** The calls that an act may be in a meeting, by the choices of its form; none where it has no subject. */
const calls: Readonly<Record<Pressed, (meeting: Meeting) => Sent | readonly Sent[]>> = {
  acceptDelivery: ({ by, life }) =>
    tripsOf(life, by).map((trip) => ({ row: 'acceptDelivery', request: { body: trip } })),
  chooseCarrier: ({ other }) => ({ row: 'chooseCarrier', request: { body: { carrierId: other } } }),
  releaseCarrier: ({ by, parcel }) => {
    const isAtDoor = parcel.status === 'pickup' && by === parcel.carrierId;
    const refusals = isAtDoor ? [{ reason, contentsRefused: true }] : [];
    // The last one is that of the question.
    return [...refusals, { reason }].map((body) => ({ row: 'releaseCarrier', request: { body } }));
  },
  validatePickup: () => ({ row: 'validatePickup', request: { body: { contentsSeen: true } } }),
  startDelivery: () => ({ row: 'startDelivery', request: {} }),
  setCode: ({ parcel }) => ({ row: 'setCode', request: { body: { on: !parcel.codeAsked } } }),
  validateDelivery: ({ parcel, life }) =>
    [rightCode(parcel), life.dice.pick(['0000', '1234'])].map((code) => ({
      row: 'validateDelivery',
      request: { body: { code } },
    })),
  declare: () => ({ row: 'declare', request: { body: { note: 'À la voisine' } } }),
  recordPosition: () => ({ row: 'recordPosition', request: { body: { city: 'Marseille' } } }),
  returnParcel: () => ({ row: 'returnParcel', request: { body: { reason } } }),
  confirmReceipt: () => ({ row: 'confirmReceipt', request: {} }),
  confirmReturn: () => ({ row: 'confirmReturn', request: {} }),
  reportProblem: ({ by, parcel, life }) =>
    reportableKinds(parcel, by === parcel.ownerId, life.world.clock.now).map((kind) => ({
      row: 'reportProblem',
      request: { body: { kind, text: reason } },
    })),
  settleProblem: () => ({ row: 'settleProblem', request: {} }),
  editParcel: ({ life, parcel }) => ({
    row: 'editParcel',
    request: { body: life.forms.parcelForm({ title: parcel.title, price: priceOf(life) }) },
  }),
  pauseParcel: () => ({ row: 'pauseParcel', request: {} }),
  resumeParcel: () => ({ row: 'resumeParcel', request: {} }),
  cancelParcel: () => ({ row: 'cancelParcel', request: { body: { reason } } }),
  makeOffer: ({ by, other, offer, life, parcel }) =>
    [
      ...tripsOf(life, by === parcel.ownerId ? other : by),
      ...(parcel.status === 'pickup' ? [{ weight: life.dice.pick(['1', '2', '2,5', '4']) }] : []),
    ].map((facts) => ({
      row: 'makeOffer',
      request: { body: { memberId: other, price: otherPrice(life, [offer?.price, parcel.terms?.price]), ...facts } },
    })),
  takeOffer: ({ by, other, offer, life, parcel }) =>
    offer && offer.by !== by
      ? (by === parcel.ownerId || offer.trip || offer.isChange ? [{}] : tripsOf(life, by)).map((trip) => ({
          row: 'takeOffer',
          request: { params: { userId: other }, body: { offerId: offer.id, ...trip } },
        }))
      : [],
  declineOffer: ({ by, other, offer }) => (offer && offer.by !== by ? end(offer, other) : []),
  withdrawOffer: ({ by, other, offer }) => (offer && offer.by === by ? end(offer, other) : []),
  unblock: ({ other }) => ({ row: 'unblockMember', request: { params: { userId: other } } }),
};
export const pressable = Object.keys(calls) as readonly Pressed[];

const end = (offer: Offer, other: string): Sent => ({
  row: 'endOffer',
  request: { params: { userId: other }, body: { offerId: offer.id } },
});

/** A form names the traveller's trip, or none. */
const tripsOf = ({ tripIds }: Life, traveller: string): { tripId?: string }[] => {
  const tripId = tripIds.get(traveller);
  return [...(tripId ? [{ tripId }] : []), {}];
};

/** Each price is another one, so that a wrong one is seen. */
const priceOf = ({ dice }: Life) => ({ amount: (10 + dice.roll(90)) * 100, currency: 'EUR' });
/** The price that is offered or agreed would be no other offer. */
function otherPrice(life: Life, known: readonly (Pick<Money, 'amount'> | undefined)[]) {
  const { amount, currency } = priceOf(life);
  const free = [0, 10, 20].find((more) => known.every((one) => one?.amount !== amount + more));
  return { amount: amount + (free ?? 0), currency };
}

/** The calls that an act may send now. */
export function callsOf(act: Pressed, meeting: Meeting): Act[] {
  const { by, parcel } = meeting;
  return [calls[act](meeting)].flat().map((sent) => {
    const { params, ...request } = sent.request;
    const about = act === 'unblock' ? params : { parcelId: parcel.id, ...params };
    return { ...sent, by, request: { ...request, params: about ?? {}, version: parcel.version } };
  });
}

export async function meet(life: Life, by: string, other: string, parcelId: string): Promise<Meeting | undefined> {
  const parcel = await life.parcel(parcelId);
  return parcel && { by, other, parcel, life, offer: await life.offer(by, other, parcelId) };
}

/** Everything that may happen in a life, each with how often. */
const happenings: readonly (readonly [often: number, (life: Life) => Promise<Step | undefined>])[] = [
  [66, memberActs],
  [6, says],
  [7, administratorActs],
  [6, tripChanges],
  [6, blocks],
  [9, timePasses],
];
const wheel = happenings.flatMap(([often, happen]) => Array.from({ length: often }, () => happen));

/** One step of a life that changes something; undefined once nothing can happen any more. */
export async function step(life: Life): Promise<Step | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const happen = life.dice.pick(wheel);
    for (let again = 0; again < 40; again++) {
      const stepped = await happen(life);
      if (!stepped) continue;
      await life.pass(2 * minuteMs);
      await life.settle();
      return stepped;
    }
  }
  return undefined;
}

/** Acts that end a parcel are rare, so that most lives are long. */
const rare: ReadonlySet<Pressed> = new Set([
  'cancelParcel',
  'releaseCarrier',
  'returnParcel',
  'confirmReceipt',
  'setCode',
  'declare',
  'reportProblem',
  'editParcel',
]);
const often: readonly Pressed[] = ['makeOffer', 'takeOffer', 'takeOffer', 'resumeParcel', 'validatePickup'];

async function memberActs(life: Life): Promise<Step | undefined> {
  const { dice } = life;
  const traveller = dice.pick(people.travellers);
  const [by, other] = dice.roll(2) ? [people.owner, traveller] : [traveller, people.owner];
  const meeting = await meet(life, by, other, dice.pick(life.parcelIds));
  const act = dice.pick([...pressable, ...often]);
  if (!meeting || (rare.has(act) && dice.roll(4) > 0)) return undefined;
  const variants = callsOf(act, meeting);
  if (variants.length === 0 || act === 'unblock') return undefined;
  if (act === 'validatePickup') await life.photograph(meeting.parcel, 'pickup');
  if (act === 'validateDelivery' || act === 'declare') await life.photograph(meeting.parcel, 'delivery');
  const { status } = await life.call(dice.pick(variants));
  if (status >= 300) return undefined;
  return { by, other, text: `${nameOf(by)}: ${act}, ${nameOf(other)}, « ${meeting.parcel.title} »` };
}

async function says(life: Life): Promise<Step | undefined> {
  const { dice } = life;
  const traveller = dice.pick(people.travellers);
  const [by, other] = dice.roll(3) ? [traveller, people.owner] : [people.owner, traveller];
  const body = { recipientId: other, parcelId: dice.pick(life.parcelIds), content: 'Bonjour' };
  const { status } = await life.call({ by, row: 'sendMessage', request: { body } });
  return status < 300 ? { by, other, text: `${nameOf(by)} writes to ${nameOf(other)}` } : undefined;
}

async function administratorActs(life: Life): Promise<Step | undefined> {
  const { dice } = life;
  const parcel = await life.parcel(dice.pick(life.parcelIds));
  if (!parcel) return undefined;
  if (parcel.problem) return decides(life, parcel, parcel.problem.reportId);
  const row = dice.pick([
    'approveParcel',
    'approveParcel',
    'approveParcel',
    'rejectParcel',
    ...(dice.roll(6) ? [] : (['deleteParcel', 'overrideParcel'] as const)),
  ] as const);
  const target = dice.pick(['active', 'returned', 'delivered'] as const);
  const body =
    row === 'overrideParcel' ? { body: { to: target, reason } } : row === 'approveParcel' ? {} : { body: { reason } };
  const by = people.administrator;
  const request = { params: { parcelId: parcel.id }, version: parcel.version, asAdmin: true as const, ...body };
  const { status } = await life.call({ by, row, request });
  return status < 300
    ? { by, other: parcel.carrierId ?? people.owner, text: `Admin: ${row} « ${parcel.title} »` }
    : undefined;
}

/** Refused in the first three days. */
async function decides(life: Life, parcel: ParcelRecord, reportId: string): Promise<Step | undefined> {
  const [by, end] = [people.administrator, life.dice.pick([...ProblemEnd.options, undefined])];
  const ending = end ? { outcome: 'acted', parcel: { to: end, version: parcel.version } } : { outcome: 'dismissed' };
  const request = { params: { reportId }, version: 1, asAdmin: true as const, body: { reason, ...ending } };
  const { status } = await life.call({ by, row: 'decideReport', request });
  if (status >= 300) return undefined;
  const text = `Admin: decideReport ${end ?? ''} « ${parcel.title} »`;
  return { by, other: parcel.carrierId ?? people.owner, text };
}

async function tripChanges(life: Life): Promise<Step | undefined> {
  const { dice } = life;
  const [by, tripId] = dice.pick([...life.tripIds]);
  const { version } = (await life.world.call('readTrip', by, { params: { tripId } })).body;
  const row = dice.pick([
    'editTrip',
    'editTrip',
    'editTrip',
    'approveTrip',
    'approveTrip',
    'rejectTrip',
    'cancelTrip',
  ] as const);
  if (row === 'cancelTrip' && dice.roll(3)) return undefined;
  const isVerdict = row === 'approveTrip' || row === 'rejectTrip';
  const actor = isVerdict ? people.administrator : by;
  const body =
    row === 'editTrip' ? life.forms.tripForm(1 + dice.roll(20)) : row === 'approveTrip' ? undefined : { reason };
  const asked = { ...(body ? { body } : {}), ...(isVerdict ? { asAdmin: true as const } : {}) };
  const request = { params: { tripId }, version: Number(version), ...asked };
  const { status } = await life.call({ by: actor, row, request });
  return status < 300
    ? { by: actor, other: people.owner, text: `${nameOf(actor)}: ${row} of ${nameOf(by)}` }
    : undefined;
}

async function blocks(life: Life): Promise<Step | undefined> {
  const { dice } = life;
  const traveller = dice.pick(people.travellers);
  const [by, other] = dice.roll(2) ? [people.owner, traveller] : [traveller, people.owner];
  const isBlocked = (await life.world.table.get(keys.block(by, other))) !== undefined;
  const row = isBlocked ? 'unblockMember' : 'blockMember';
  if (!isBlocked && dice.roll(3)) return undefined;
  const { status } = await life.call({ by, row, request: { params: { userId: other } } });
  return status < 300 ? { by, other, text: `${nameOf(by)}: ${row} ${nameOf(other)}` } : undefined;
}

async function timePasses(life: Life): Promise<Step> {
  const offerEnd = life.nextEnd();
  // Without an open offer the next end is that of an agreement or a parcel on its way, days later.
  const end = Number.isFinite(offerEnd) && life.dice.roll(4) ? offerEnd : life.nextDue();
  const untilEnd = end + minuteMs / 2 - life.now();
  const usual = life.dice.pick([hourMs, 5 * hourMs, 5 * hourMs, 26 * hourMs, 49 * hourMs, 3 * dayMs]);
  // Half a minute after an end the job has not run yet.
  const ms = Number.isFinite(untilEnd) && untilEnd > 0 && life.dice.roll(3) ? untilEnd : usual;
  await life.pass(ms);
  return {
    by: people.owner,
    other: people.travellers[0],
    text: `${ms / hourMs} hours pass, until ${dayOf(life.now())}`,
  };
}
