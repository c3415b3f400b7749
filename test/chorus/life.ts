import { type OfferRow, offerRepository } from '#functions/deliveries/offers/repository.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { projector } from '#functions/stream/projector/project.ts';
import type { RowName } from '#shared/contract.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import { toOffer } from '#shared/deliveries/offer-rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';
import { memberIds } from '#test/access/people.ts';
import { diceOf } from '#test/prove/dice.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { type MemoryEngine, memoryEngine } from '#test/support/memory/engine.ts';
import type { PipelineAnswer, Request } from '#test/support/pipeline.ts';
import { aWorld, type World } from '#test/support/world/world.ts';

const { O: owner, C, M, W, A: administrator } = memberIds;
const travellers = [C, M, W] as const;
const names: Readonly<Record<string, string>> = { [owner]: 'Amel', [C]: 'Karim', [M]: 'Yacine', [W]: 'Lina' };

/** The members of a life, and the administrator. */
export const people = { owner, travellers, administrator, members: [owner, ...travellers] } as const;
export const nameOf = (id: string) => names[id] ?? 'Admin';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const paris = { countryCode: 'FR', city: 'Paris' };
const alger = { countryCode: 'DZ', city: 'Alger' };

/** One call of a member, as its form or button sends it. */
export interface Act {
  readonly by: string;
  readonly row: RowName;
  readonly request: Request;
}

/** Somebody did something, or time passed. */
export interface Step {
  readonly text: string;
  readonly by: string;
  readonly other: string;
}

/** The result of an act on a copy. */
export interface Effect {
  readonly parcel: ParcelRecord;
  /** The open offer of the two. */
  readonly offer: Offer | undefined;
  /** Members with a new notice. */
  readonly told: readonly string[];
  readonly now: number;
}

/** The bodies of the two forms, for a day so many days later. */
const formsAt = (now: () => number) => ({
  parcelForm: (facts: object = {}) => ({
    title: 'Colis',
    description: 'Des livres et des habits',
    contents: [
      { category: 'papers', count: 3 },
      { category: 'clothes', count: 2 },
    ],
    pickup: paris,
    delivery: alger,
    weight: '1,5',
    size: 'small',
    deadline: dayOf(now() + 12 * dayMs),
    ...facts,
  }),
  tripForm: (days: number) => ({
    depart: paris,
    arrival: alger,
    transport: 'plane',
    travelDate: dayOf(now() + days * dayMs),
    maxWeightKg: 3,
    maxSize: 'medium',
    priceType: 'negotiable',
  }),
});

export type Life = Awaited<ReturnType<typeof aLife>>;

/** A product in memory with an owner of two parcels and three travellers, in which a seed decides what happens. */
export async function aLife(seed: number) {
  const dice = diceOf(seed);
  const engine = memoryEngine();
  const profiles = people.members.map((id) =>
    aProfileRecord({ id, email: `${nameOf(id).toLowerCase()}@example.org`, firstName: nameOf(id), lastName: 'B.' }),
  );
  const world = await aWorld({ people: [...profiles, 'A'], start, isTicking: true, inMemory: engine });
  const { table, clock } = world;
  const settle = streamOf(engine, world);
  const forms = formsAt(() => clock.now);
  const call = ({ by, row, request }: Act): Promise<PipelineAnswer> => world.call(row, by, request);

  const done = async (by: string, row: RowName, request: Request): Promise<string> => {
    const { status, body } = await call({ by, row, request });
    if (status >= 300) throw new Error(`${row}: ${JSON.stringify(body)}`);
    return String(body['id']);
  };
  const parcelIds: string[] = [];
  for (const facts of [
    { title: 'Valise rouge', price: { amount: 3000, currency: 'EUR' } },
    { title: 'Carton de livres' },
  ]) {
    const parcelId = await done(owner, 'publishParcel', { body: forms.parcelForm(facts) });
    parcelIds.push(parcelId);
    if (dice.roll(4) > 0)
      await done(administrator, 'approveParcel', { params: { parcelId }, version: 1, asAdmin: true });
  }
  const tripIds = new Map<string, string>();
  for (const id of travellers.slice(0, 2)) {
    const tripId = await done(id, 'publishTrip', { body: forms.tripForm(6) });
    await done(administrator, 'approveTrip', { params: { tripId }, version: 1, asAdmin: true });
    tripIds.set(id, tripId);
  }
  await settle();
  const offers = offerRepository(table);
  return {
    seed,
    dice,
    world,
    parcelIds: parcelIds as readonly string[],
    tripIds: tripIds as ReadonlyMap<string, string>,
    forms,
    settle,
    call,
    ...copies(engine, world),
    ...clockOf(engine, world),
    parcel: async (id: string) => ((await table.get(keys.parcel(id))) ? world.parcel(id) : undefined),
    offer: async (memberId: string, otherId: string, parcelId: string) =>
      (await offers.read({ memberId, otherId, parcelId }))?.offer,
  };
}

/** Makes everything that the projector makes of the changes so far, and of its own. */
function streamOf(engine: MemoryEngine, { table, clock }: World) {
  const project = projector(table, () => clock.now);
  let read = 0;
  return async (): Promise<void> => {
    for (let tries = 0; engine.moment() > read; tries++) {
      if (tries > 50) throw new Error('The stream does not end');
      const Records = engine.recordsSince(read);
      read = engine.moment();
      const { batchItemFailures } = await project({ Records });
      if (batchItemFailures.length > 0) throw new Error('The projector gives a change back');
    }
  };
}

/** Acts on a copy of the product, and the photos that some need. */
function copies(engine: MemoryEngine, world: World) {
  /** Puts a photo of the hand-over where its carrier would send it. */
  async function photograph({ id, carrierId, assignedAt }: ParcelRecord, stage: string): Promise<void> {
    if (!carrierId || !assignedAt) return;
    const file = { key: 'proofs/x', contentType: 'image/jpeg', sha256: 'x' };
    const record = { ...file, id: `${stage} ${assignedAt}`, stage, by: carrierId, at: assignedAt, assignedAt };
    await world.seed({ ...keys.proof(id, assignedAt, record.id), kind: 'proof', record });
  }
  const offers = offerRepository(world.table);
  async function effectOf(moment: number, { by, otherId, parcelId }: Record<'by' | 'otherId' | 'parcelId', string>) {
    const row = await offers.read({ memberId: by, otherId, parcelId });
    return {
      parcel: await world.parcel(parcelId),
      offer: row && toOffer(row.offer),
      told: engine
        .changesSince(moment)
        .flatMap(({ after }) => (after && isMail(after) ? parseMail(after).memberId : [])),
      now: world.clock.now,
    };
  }
  return {
    photograph,
    /** Why an act would be refused now, or its effect. */
    async tried({ by, row, request }: Act, parcel: ParcelRecord, otherId: string): Promise<string | Effect> {
      const [moment, now] = [engine.moment(), world.clock.now];
      if (row === 'validatePickup') await photograph(parcel, 'pickup');
      if (row === 'validateDelivery') await photograph(parcel, 'delivery');
      const { status, body } = await world.call(row, by, request);
      const effect = status < 300 ? await effectOf(moment, { by, otherId, parcelId: parcel.id }) : undefined;
      engine.backTo(moment);
      world.clock.now = now;
      return effect ?? `${String(body['code'])} ${String(body['detail'])}`;
    },
  };
}

const runMs = 6 * minuteMs;
const runAfter = (due: number) => Math.ceil((due + minuteMs) / runMs) * runMs;

function clockOf(engine: MemoryEngine, { table, clock }: World) {
  /** The moment of the first item that waits for the job. */
  const nextDue = () => {
    const waiting = [...engine.items.values()].filter(({ gs1pk }) => String(gs1pk).startsWith('DUE#'));
    return Math.min(...waiting.map(({ gs1sk }) => Date.parse(String(gs1sk).slice(0, 24))));
  };
  return {
    now: () => clock.now,
    nextDue,
    /** The moment at which the first offer ends without an answer; Infinity for none. */
    nextEnd: () =>
      Math.min(
        ...[...engine.items.values()].flatMap(({ kind, record }) =>
          kind === 'offer' ? [Date.parse((record as OfferRow).offer.until)] : [],
        ),
      ),
    /** Time passes. Every six minutes the job does what has been due for a minute. */
    async pass(ms: number): Promise<void> {
      const end = clock.now + ms;
      for (let run = runAfter(nextDue()), tries = 0; run <= end; run = runAfter(nextDue()), tries++) {
        if (tries > 200) throw new Error('The job leaves something undone');
        clock.now = Math.max(clock.now, run);
        await settleDue(table, clock.now, dueKinds);
      }
      clock.now = end;
    },
  };
}
