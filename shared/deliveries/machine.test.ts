import { expect, test } from 'vitest';
import { memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { kindOf } from '#test/support/machine/act.ts';
import { isSameWithProblem, machineTable, parcelInState, stateOf } from '#test/support/machine/machine-table.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { cancelParcel, pauseParcel, resumeParcel } from '../parcels/rules.ts';
import { Refusal } from '../refusal.ts';
import { situationOf } from '../situation/situation.ts';
import { OverrideTarget } from './contract.ts';
import { overrideParcel, reportProblem, settleProblem } from './problem-rules.ts';
import {
  acceptDelivery,
  carry,
  chooseCarrier,
  confirmReceipt,
  confirmReturn,
  declare,
  refuseContents,
  releaseCarrier,
  requirePosition,
  returnParcel,
  setCode,
} from './rules.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const { O: owner, C: carrier, W: writer, M: other } = memberIds;
const card = (id: string) => aCard({ id });

/** The result of an act by the rules only. Access to the parcel is tested elsewhere. */
const rules: Readonly<Record<string, (parcel: ParcelRecord, meId: string) => ParcelRecord>> = {
  acceptDelivery: (parcel, meId) => acceptDelivery(parcel, card(meId), now).parcel,
  chooseCarrier: (parcel, meId) => chooseCarrier(parcel, meId, card(parcel.carrierId ?? writer), now).parcel,
  chooseAnother: (parcel, meId) => chooseCarrier(parcel, meId, card(writer), now).parcel,
  releaseCarrier: (parcel, meId) => releaseCarrier(parcel, meId).parcel,
  'releaseCarrier at the door': (parcel, meId) => refuseContents(parcel, meId, 'Autre contenu', now).parcel,
  validatePickup: (parcel, meId) => carry('validatePickup', parcel, meId, now).parcel,
  startDelivery: (parcel, meId) => carry('startDelivery', parcel, meId, now).parcel,
  validateDelivery: (parcel, meId) => carry('validateDelivery', parcel, meId, now).parcel,
  'setCode on': (parcel, meId) => setCode(parcel, meId, true).parcel,
  'setCode off': (parcel, meId) => setCode(parcel, meId, false).parcel,
  declare: (parcel, meId) => declare(parcel, meId, now).parcel,
  'declare without the code': (parcel, meId) => declare(parcel, meId, now).parcel,
  recordPosition: (parcel, meId) => {
    requirePosition(parcel, meId);
    return { ...parcel, version: parcel.version + 1 };
  },
  returnParcel: (parcel, meId) => returnParcel(parcel, meId, 'Destinataire absent').parcel,
  confirmReceipt: (parcel, meId) => confirmReceipt(parcel, meId, now).parcel,
  confirmReturn: (parcel, meId) => confirmReturn(parcel, meId, now).parcel,
  reportProblem: (parcel, meId) => {
    const facts = { kind: kindOf(meId === parcel.ownerId), text: 'Le carton est ouvert.', reportId: 'report' };
    return reportProblem(parcel, meId, facts, now).parcel;
  },
  settleProblem: (parcel, meId) => settleProblem(parcel, meId, now).parcel,
  'settleProblem of the carrier': (parcel, meId) => settleProblem(parcel, meId, now).parcel,
  pauseParcel: (parcel) => pauseParcel(parcel, now),
  resumeParcel: (parcel) => resumeParcel(parcel, now),
  cancelParcel: (parcel, meId) => cancelParcel(parcel, meId, 'Envoyé autrement'),
  ...Object.fromEntries(
    OverrideTarget.options.map((to) => [
      `overrideParcel to ${to}`,
      (parcel: ParcelRecord) => overrideParcel(parcel, to, 'Bloqué', now).parcel,
    ]),
  ),
};

function outcomeOf(act: string, parcel: ParcelRecord, meId: string): string {
  try {
    const after = rules[act]?.(parcel, meId);
    return after ? `${stateOf(after)} ${after.version}` : `no rule for ${act}`;
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

const cells = machineTable();
const ids = {
  owner,
  carrier,
  displaced: other,
  wrote: writer,
  stranger: other,
  administrator: other,
  rootAdmin: other,
};

test('the document describes every act that a rule knows', () => {
  expect([...new Set(cells.map(({ act }) => act))].sort()).toEqual(Object.keys(rules).sort());
});

const isDone = (expected: string) => expected === expected.toLowerCase();
/** The two participants pass every relation, so only the rule decides. Pause and resume never have a carrier. */
const decidedByRule = cells.filter(
  ({ act, actor, expected }) =>
    isDone(expected) ||
    (actor === 'owner' && !act.startsWith('override')) ||
    (actor === 'rootAdmin' && act.startsWith('override')) ||
    (actor === 'carrier' && !/^(pause|resume|override)/.test(act)),
);

test.each(decidedByRule)(
  '$act of a parcel that is $state, by its $actor: $expected',
  ({ act, state, actor, expected }) => {
    const parcel = parcelInState(1, state, act);
    expect(outcomeOf(act, parcel, ids[actor])).toBe(isDone(expected) ? `${expected} 8` : expected);
  },
);

test.each(decidedByRule.filter(isSameWithProblem))(
  '$act of a parcel that is $state, by its $actor, with a problem open: $expected',
  ({ act, state, actor, expected }) => {
    for (const author of ['O', 'C'] as const) {
      const parcel = parcelInState(1, state, act, author);
      expect(outcomeOf(act, parcel, ids[actor])).toBe(isDone(expected) ? `${expected} 8` : expected);
    }
  },
);

const anOther = (id: string) => ({ id, isVerified: true, isReachable: true, isBlocked: false, hasWritten: true });

const offered = cells.filter(
  ({ act, actor }) => (actor === 'owner' || actor === 'carrier') && !/^(override|chooseAnother)|at the door/.test(act),
);

test.each(offered)('$act is offered to the $actor of a parcel that is $state exactly when it is possible', (cell) => {
  const { act, state, actor, expected } = cell;
  const parcel = parcelInState(1, state, act);
  const isOfListing = /^(pause|resume|cancel)/.test(act);
  const otherId = actor === 'owner' ? (parcel.carrierId ?? (isOfListing ? undefined : writer)) : owner;
  const around = { me: { isVerified: true, lacksSubscription: false }, other: otherId ? anOther(otherId) : undefined };
  const { acts } = situationOf(parcel, ids[actor], around, now);
  expect(acts.some(({ name, reason }) => name === act.split(' ')[0] && !reason)).toBe(isDone(expected));
});
