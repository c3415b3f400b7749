import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventsOf } from '#functions/deliveries/events.ts';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { announcedTerms } from '#shared/deliveries/agreement.ts';
import { codeTries } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { hourMs } from '#shared/values/time.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { aParcelRecord } from '#test/support/factories.ts';
import { rightCode } from '#test/support/machine/act.ts';
import type { PipelineAnswer, Request } from '#test/support/pipeline.ts';
import { provenSession } from '#test/support/proven-session.ts';
import { amountOf, share, tell } from './amounts.ts';
import { untilAnswered } from './product/again.ts';
import { toldBy } from './product/answers.ts';
import { withProblem } from './scenes/problems.ts';
import { proven, type World } from './scenes/scene.ts';
import { inSmallWorlds } from './scenes/small-worlds.ts';

/** So many take part: by day enough that all but one, or all beyond the room that is left, must be refused. */
const together = (full: number, short: number) => (share > 0 ? full : short);
const many = together(20, 8);
const codesAtOnce = together(50, 10);

/** One call of a race. */
interface Runner {
  readonly row: string;
  readonly by: string;
  readonly request: Request;
}

/** Sends all at once. Returns every last answer. */
async function race({ product }: World, runners: readonly Runner[]): Promise<PipelineAnswer[]> {
  return Promise.all(
    runners.map(({ row, by, request }) => {
      const sent = { key: randomUUID(), ...request };
      return untilAnswered(() => product.call(row, by, sent));
    }),
  );
}

const winners = (answers: readonly PipelineAnswer[]) => answers.filter(({ status }) => status < 300).length;
const faults = (answers: readonly PipelineAnswer[]) => answers.filter(({ status }) => status >= 500).length;

/** All others offer to carry a parcel while its owner chooses one of them. */
async function handshakes(world: World): Promise<Runner[]> {
  const { seed } = world;
  const people = await Promise.all(Array.from({ length: many }, () => seed.member()));
  const [owner, ...others] = people;
  if (!owner || !others[0]) throw new Error('Nobody is there');
  const parcel = await seed.parcel(owner);
  await Promise.all(others.map((one) => seed.conversation(one, owner, parcel)));
  const request = { params: { parcelId: parcel.id }, version: parcel.version };
  return [
    ...others.map(({ id }) => ({ row: 'acceptDelivery', by: id, request })),
    { row: 'chooseCarrier', by: owner.id, request: { ...request, body: { carrierId: others[0].id } } },
  ];
}

/** The owner lets go or cancels while the carrier validates the pickup, or refuses the contents. */
async function departures({ seed }: World): Promise<Runner[]> {
  const [owner, carrier] = [await seed.member(), await seed.member()];
  const parcel = await seed.parcel(owner, { status: 'pickup' }, carrier);
  await seed.photos(parcel, ['pickup']);
  const request = { params: { parcelId: parcel.id }, version: parcel.version };
  const body = { reason: 'Voyage annulé' };
  return [
    { row: 'releaseCarrier', by: owner.id, request: { ...request, body } },
    { row: 'releaseCarrier', by: carrier.id, request: { ...request, body: { ...body, contentsRefused: true } } },
    { row: 'validatePickup', by: carrier.id, request: { ...request, body: { contentsSeen: true } } },
    { row: 'cancelParcel', by: owner.id, request: { ...request, body } },
  ];
}

/** Four clicks of two administrators. */
async function payments({ seed, admin, root }: World): Promise<Runner[]> {
  const { record } = await seed.receipt(await seed.member());
  const request = { params: { receiptId: record.id }, version: record.version, asAdminIn: provenSession };
  const refusal = { ...request, body: sampleBodies.rejectReceipt };
  return [
    { row: 'approveReceipt', by: admin.id, request },
    { row: 'approveReceipt', by: root.id, request },
    { row: 'approveReceipt', by: admin.id, request },
    { row: 'rejectReceipt', by: root.id, request: refusal },
  ];
}

/** Many uses of one link of « Mot de passe oublié ». */
async function links({ seed }: World): Promise<Runner[]> {
  const token = await seed.token('reset', await seed.memberWithUser());
  return Array.from({ length: many }, (_, index) => ({
    row: 'resetPassword',
    by: '',
    request: { body: { token, password: `Traversee-${2000 + index}` } },
  }));
}

/** Ten sign-ups with one address. */
function signUps(email: string): Runner[] {
  return Array.from({ length: 10 }, () => ({
    row: 'signUp',
    by: '',
    request: { body: { ...sampleBodies.signUp, email } },
  }));
}

const races: readonly { what: string; make: (world: World) => Promise<Runner[]>; full: number; short: number }[] = [
  { what: `${many} accept or choose`, make: handshakes, full: 1000, short: 1 },
  { what: 'release, validate and cancel', make: departures, full: 500, short: 2 },
  { what: '4 decide about one payment', make: payments, full: 300, short: 2 },
  { what: `${many} use one link`, make: links, full: 200, short: 1 },
];

test('of many who do one thing at once one succeeds, and the others are told why not', async () => {
  const turns = races.flatMap((one) => Array.from({ length: amountOf(one.full, one.short) }, () => one));
  const flaws = await inSmallWorlds(turns, async (world, { what, make }) => {
    const answers = await race(world, await make(world));
    return winners(answers) === 1 && faults(answers) === 0 ? [] : [`${what}: ${answers.map(toldBy).join(', ')}`];
  });
  tell({
    part: 'races',
    amount: races.map(({ what, full, short }) => `${amountOf(full, short)} × ${what}`).join('; '),
    result: flaws.length === 0 ? 'one winner each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

/** Many owners take the offers of one traveller whose trip has room for six of their parcels. */
async function lastKilos({ seed, product }: World): Promise<Runner[]> {
  const traveller = await seed.member();
  const trip = await seed.trip(traveller, { maxWeightKg: 9 });
  const terms = announcedTerms(aParcelRecord({ weightGrams: 1500 }), trip);
  const make = async (): Promise<Runner> => {
    const owner = await seed.member();
    const half = { status: 'accepted_for_delivery', weightGrams: 1500, terms } as const;
    const parcel = await seed.parcel(owner, half, traveller);
    await seed.conversation(traveller, owner, parcel);
    const body = { carrierId: traveller.id };
    return { row: 'chooseCarrier', by: owner.id, request: { params: { parcelId: parcel.id }, version: 2, body } };
  };
  const runners = await Promise.all(Array.from({ length: many }, make));
  await product.drain();
  return runners;
}

test('of many who agree at once on the last kilos of a trip as many succeed as it takes', async () => {
  const turns = Array.from({ length: amountOf(1000, 1) }, () => lastKilos);
  const flaws = await inSmallWorlds(turns, async (world, make) => {
    const answers = await race(world, await make(world));
    return winners(answers) === 6 && faults(answers) === 0 ? [] : [answers.map(toldBy).join(', ')];
  });
  tell({
    part: 'races',
    amount: `${turns.length} × ${many} agreements for the last kilos of a trip`,
    result: flaws.length === 0 ? 'booked what the trip takes; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

test('of many sign-ups with one address one account is left, which all that succeeded belong to or gave way to', async () => {
  const emails = Array.from({ length: amountOf(200, 1) }, () => `s${randomUUID()}@example.org`);
  const flaws = await inSmallWorlds(emails, async (world, email) => {
    const answers = await race(world, signUps(email));
    await world.product.drain();
    const items = await world.product.items();
    const profiles = items.filter(
      ({ kind, record }) => kind === 'profile' && (record as { email: string }).email === email,
    );
    const lock = items.find(({ pk }) => pk === `EMAIL#${email}`);
    const isOne = profiles.length === 1 && `U#${String(lock?.['memberId'])}` === profiles[0]?.['pk'];
    return isOne && faults(answers) === 0 ? [] : [`${profiles.length} accounts: ${answers.map(toldBy).join(', ')}`];
  });
  tell({
    part: 'races',
    amount: `${emails.length} × 10 sign-ups with one address`,
    result: flaws.length === 0 ? 'one account each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

test('of the end of half an agreement and its second yes at once one wins, and the parcel agrees with its event', async () => {
  const turns = Array.from({ length: amountOf(500, 2) }, (_, at) => at);
  const flaws = await inSmallWorlds(turns, async ({ seed, product }) => {
    const [owner, carrier] = [await seed.member(), await seed.member()];
    const listed = await seed.parcel(owner);
    await seed.conversation(carrier, owner, listed);
    const params = { parcelId: listed.id };
    const send = (row: string, by: string, version: number, body = {}) =>
      untilAnswered(() => product.call(row, by, { params, version, body, key: randomUUID() }));
    await send('acceptDelivery', carrier.id, listed.version);
    const later = product.now() + 49 * hourMs;
    const [answer, ended] = await Promise.all([
      send('chooseCarrier', owner.id, listed.version + 1, { carrierId: carrier.id }),
      settleDue(product.table, later, dueKinds),
    ]);
    const { status } = ((await product.table.get(keys.parcel(listed.id), { consistent: true }))?.['record'] ?? {}) as {
      status?: string;
    };
    const isAgreed = answer.status === 200;
    return Number(isAgreed) + ended === 1 && status === (isAgreed ? 'pickup' : 'active')
      ? []
      : [`${toldBy(answer)}, ${ended} ended, now ${status}`];
  });
  tell({
    part: 'races',
    amount: `${turns.length} × the 48 hours and the second yes`,
    result: flaws.length === 0 ? 'one winner each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

/** A parcel at the door of its recipient, with photo and code. */
async function atTheDoor({ seed }: World, facts: Partial<ParcelRecord> = {}) {
  const [owner, carrier] = [await seed.member(), await seed.member()];
  const parcel = await seed.parcel(owner, { status: 'delivery', codeAsked: true, ...facts }, carrier);
  await seed.photos(parcel, ['pickup', 'delivery']);
  const request = { params: { parcelId: parcel.id }, version: parcel.version };
  const codeTyped = (code: string) => ({
    row: 'validateDelivery',
    by: carrier.id,
    request: { ...request, body: { code } },
  });
  const received = { row: 'confirmReceipt', by: owner.id, request };
  const takenBack = { row: 'returnParcel', by: carrier.id, request: { ...request, body: { reason: 'Porte fermée' } } };
  return { parcel, codeTyped, received, takenBack };
}

test('of many codes at once at most five are compared', async () => {
  const turns = Array.from({ length: amountOf(200, 1) }, (_, at) => at);
  const flaws = await inSmallWorlds(turns, async (world, turn) => {
    const { parcel, codeTyped } = await atTheDoor(world);
    const first = Number(rightCode(parcel)) - (turn % codesAtOnce);
    const codes = Array.from({ length: codesAtOnce }, (_, at) =>
      String((first + at + 10_000) % 10_000).padStart(4, '0'),
    );
    const answers = await race(world, codes.map(codeTyped));
    const compared = answers.filter(
      ({ status, body }) => status < 300 || /Essais restants/.test(String(body['detail'])),
    );
    const counted = await world.product.table.get(keys.codeTries(parcel.id, parcel.assignedAt ?? ''));
    const tried = (counted?.['tried'] as ReadonlySet<string> | undefined)?.size ?? 0;
    return compared.length <= codeTries && tried === codeTries && winners(answers) <= 1 && faults(answers) === 0
      ? []
      : [`${compared.length} compared, ${tried} counted: ${answers.map(toldBy).join(', ')}`];
  });
  tell({
    part: 'races',
    amount: `${turns.length} × ${codesAtOnce} codes`,
    result: flaws.length === 0 ? 'at most five compared each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

test('of the code, « Le colis est arrivé », a return and the 72 hours at once one ends a declared delivery, with one event', async () => {
  const turns = Array.from({ length: amountOf(500, 2) }, (_, at) => ({
    withOwner: at % 2 === 0,
    withReturn: at % 4 < 2,
  }));
  const ends = new Set(['validateDelivery', 'receiptConfirmed', 'returned', 'declarationClosed']);
  const flaws = await inSmallWorlds(turns, async (world, { withOwner, withReturn }) => {
    const { product, seed } = world;
    const { parcel, codeTyped, received, takenBack } = await atTheDoor(world, { declaredAt: seed.at() });
    const later = product.now() + 73 * hourMs;
    const [answers, closed] = await Promise.all([
      race(world, [codeTyped(rightCode(parcel)), ...(withOwner ? [received] : []), ...(withReturn ? [takenBack] : [])]),
      settleDue(product.table, later, dueKinds),
    ]);
    const events = (await eventsOf(product.table, parcel.id)).filter(({ type }) => ends.has(type));
    const isOne = winners(answers) + closed === 1 && events.length === 1 && faults(answers) === 0;
    return isOne ? [] : [`${answers.map(toldBy).join(', ')}, ${closed} closed, ${events.length} ends`];
  });
  tell({
    part: 'races',
    amount: `${turns.length} × the code, the owner, a return and the 72 hours`,
    result: flaws.length === 0 ? 'one winner and one event each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

test('of the end of a problem by its author, by an arrival and by a decision at once one wins, with one event', async () => {
  const turns = Array.from({ length: amountOf(300, 2) }, (_, at) => (at % 2 === 0 ? 'lost' : 'delivered'));
  const ends = new Set(['problemSettled', 'receiptConfirmed', 'problemDecided']);
  const flaws = await inSmallWorlds(turns, async (world, to) => {
    const { owner, parcel, report, request } = await withProblem(world);
    const body = { outcome: 'acted', reason: 'Introuvable', parcel: { to, version: parcel.version } };
    const params = { reportId: report.id };
    const answers = await race(world, [
      { row: 'settleProblem', by: owner.id, request },
      { row: 'confirmReceipt', by: owner.id, request },
      { row: 'decideReport', by: world.admin.id, request: proven({ params, version: report.version, body }) },
    ]);
    const events = (await eventsOf(world.product.table, parcel.id)).filter(({ type }) => ends.has(type));
    const isOne = winners(answers) === 1 && events.length === 1 && faults(answers) === 0;
    return isOne ? [] : [`${answers.map(toldBy).join(', ')}, ${events.length} ends`];
  });
  tell({
    part: 'races',
    amount: `${turns.length} × the author, the arrival and the decision of a problem`,
    result: flaws.length === 0 ? 'one winner and one event each; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});
