import { expect, test } from 'vitest';
import { collect } from '#functions/exports/collect.ts';
import { compose } from '#functions/mail/compose.ts';
import { isMailName } from '#functions/mail/mails.ts';
import { objectionOf } from '#functions/mail/outbox.ts';
import type { ProblemEnd } from '#shared/deliveries/problem.ts';
import { eventText } from '#shared/deliveries/words.ts';
import { eventLine } from '#shared/messaging/words.ts';
import { stageLabels, stateLabel } from '#shared/situation/words.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, C: carrier, A: admin, S: second, RA: root } = memberIds;
const reason = 'Les deux récits concordent.';
const assignedAt = '2026-11-10T10:00:00.000Z';

/** A parcel on its way, whose recipient has the link. */
async function onItsWay() {
  const parcel = aParcel(101, 'O', {
    status: 'in_transit',
    carrierId: carrier,
    carrier: aCard({ id: carrier, firstName: 'Karim', lastName: 'B' }),
    assignedAt,
    ownerOkAt: assignedAt,
    carrierOkAt: assignedAt,
    pickedUpAt: assignedAt,
    terms: { grams: 1500 },
    deadline: dayOf(Date.parse(assignedAt) + 90 * dayMs),
  });
  const world = await aWorld({ people: ['O', 'C', 'A', 'S', 'RA'], items: [parcel], isTicking: true });
  const { as, call, clock } = world;
  const params = { parcelId: parcel.id };
  await as(owner).sendMessage({ body: { recipientId: carrier, parcelId: parcel.id, content: 'Bonjour' } });
  const { link = '' } = (await as(owner).tracking({ params })).body;
  const version = async () => (await world.parcel(parcel.id)).version;
  const decide = async (to: ProblemEnd | undefined) => {
    await as(owner).reportProblem({ params, body: { kind: 'damaged', text: 'Le carton est ouvert.' } });
    clock.now += 3 * dayMs;
    const reportId = (await world.parcel(parcel.id)).problem?.reportId ?? '';
    const end = to && { parcel: { to, version: await version() } };
    const body = { outcome: end ? 'acted' : 'dismissed', reason, ...end } as const;
    await as(admin).decideReport({ params: { reportId }, body });
  };
  const settle = (to: ProblemEnd | 'cancelled') => as(root).overrideParcel({ params, body: { to, reason } });
  /** An objection of the carrier to the last decision, which is granted. */
  const annul = async () => {
    const last = (await as(carrier).tracking({ params })).body.items.at(-1);
    const about = { kind: 'decision', token: last?.contest?.open?.token };
    await call('reportAsVisitor', '', { body: { about, reason: 'other', text: 'Je ne suis pas d’accord' } });
    const [objection] = (await as(second).adminReports()).body.items;
    await as(second).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome: 'acted', reason } });
  };
  return { ...world, params, link, decide, settle, annul };
}

type World = Awaited<ReturnType<typeof onItsWay>>;

/** The words of each place about the last decision. */
async function toldTo({ as, call, mails, table, profile, params, link }: World, reader: string) {
  const other = reader === owner ? carrier : owner;
  const { situation } = (await as(reader).readParcel({ params })).body;
  const lists = reader === owner ? await as(reader).myParcels() : await as(reader).myDeliveries({ query: {} });
  const history = (await as(reader).tracking({ params })).body.items;
  const last = history.at(-1);
  const { events = [] } = (
    await as(reader).conversation({ params: { userId: other }, query: { parcel: params.parcelId } })
  ).body;
  const [notice] = (await as(reader).myNotices()).body.items;
  const row = (await mails()).findLast(({ memberId }) => memberId === reader);
  const letter =
    row && isMailName(row.mail) && compose(row.mail, row.data, { site: '', email: '', ...objectionOf(row) });
  const panel = (await as(admin).adminProofs({ params })).body.events.at(-1);
  const card = (await as(admin).adminParcels({ query: { id: params.parcelId } })).body.items[0];
  const { texts } = await collect(table, await profile(reader));
  const decided = (texts['decisions.json'] as { label: string; reason?: string; about: { id: string } }[]).filter(
    ({ about, reason: why }) => about.id === params.parcelId && why !== undefined,
  );
  const followed = await call('followByLink', '', { body: { link } });
  const token = last?.contest?.open?.token;
  const form = token && (await call('readReported', '', { body: { about: { kind: 'decision', token } } })).body;
  return {
    states: {
      page: situation && stateLabel(situation),
      list: stateLabel(lists.body.items[0]?.situation ?? { stage: 'listed' }),
      panel: card && stageLabels[card.stage],
      recipient: stageLabels[followed.body['stage'] as keyof typeof stageLabels],
    },
    words: {
      page: last && eventText(last),
      conversation: events.at(-1) && eventLine(events.at(-1)!, reader, 'Karim'),
      panel: panel && eventText(panel),
      archive: decided[0]?.label,
      mail: letter ? `${letter.subject} ${letter.text}` : undefined,
    },
    reasons: [last?.reason, notice?.detail, letter ? letter.text : '', decided[0]?.reason],
    mayContest: {
      page: token !== undefined,
      notice: notice?.objection !== undefined,
      mail: letter ? letter.text.includes('Contester cette décision') : undefined,
    },
    form: form && JSON.stringify(form),
  };
}

const kept = ['En transit', 'ne change pas'] as const;
test.each<[string, (world: World) => Promise<unknown>, state: string, word: string]>([
  ['decided as delivered', ({ decide }) => decide('delivered'), 'Livré', 'Livré'],
  ['decided as returned', ({ decide }) => decide('returned'), 'Rendu', 'Rendu'],
  ['decided as lost', ({ decide }) => decide('lost'), 'Perdu', 'Perdu'],
  ['decided as seized', ({ decide }) => decide('seized'), 'Saisi par la douane', 'Saisi'],
  ['decided without an end', ({ decide }) => decide(undefined), ...kept],
  ['settled as delivered', ({ settle }) => settle('delivered'), 'Livré', 'livré'],
  ['settled as returned', ({ settle }) => settle('returned'), 'Rendu', 'rendu'],
  ['settled as lost', ({ settle }) => settle('lost'), 'Perdu', 'perdu'],
  ['settled as seized', ({ settle }) => settle('seized'), 'Saisi par la douane', 'saisi'],
  ['settled as cancelled', ({ settle }) => settle('cancelled'), 'Annulé', 'annulé'],
  [
    'annulled',
    async ({ settle, annul }) => {
      await settle('lost');
      await annul();
    },
    'Décision annulée',
    'annulé',
  ],
])('a delivery that is %s: both read the same in each place, and how to contest it', async (_, act, state, word) => {
  const world = await onItsWay();
  await act(world);
  for (const reader of [owner, carrier]) {
    const { states, words, reasons, mayContest, form } = await toldTo(world, reader);
    expect(states).toEqual({ page: state, list: state, panel: state, recipient: state });
    const places = form && state !== kept[0] ? { ...words, form } : words;
    for (const [place, text] of Object.entries(places))
      expect(`${place}: ${text}`.toLowerCase()).toContain(word.toLowerCase());
    for (const text of reasons) expect(text).toContain(reason);
    // The member who has asked for an annulment contests nothing.
    const isOpen = !(state === 'Décision annulée' && reader === carrier);
    expect(mayContest).toEqual({ page: isOpen, notice: isOpen, mail: isOpen });
  }
});
