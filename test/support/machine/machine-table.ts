import { readFileSync } from 'node:fs';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { ParcelStatus } from '#shared/parcels/record.ts';
import { isDeclared } from '#shared/parcels/rules.ts';
import type { RefusalCode } from '#shared/refusal.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '../factories.ts';

/** The parcel's machine as docs/deliveries.md describes it: acts × states × actors, without a second copy. */
export const machineStates = [
  ...ParcelStatus.options,
  'delivery declared',
  'returned declared',
  'returned closed',
] as const;
export type MachineState = (typeof machineStates)[number];
export const machineActors = [
  'owner',
  'carrier',
  'displaced',
  'wrote',
  'stranger',
  'administrator',
  'rootAdmin',
] as const;
export type MachineActor = (typeof machineActors)[number];

export interface MachineCell {
  /** `overrideParcel to active` */
  readonly act: string;
  readonly state: MachineState;
  readonly actor: MachineActor;
  /** The new state of the parcel, or the reason of the refusal. */
  readonly expected: MachineState | RefusalCode;
}

const refusalWords: Readonly<Record<string, RefusalCode>> = {
  '404': 'NOT_FOUND',
  'not allowed': 'NOT_ALLOWED',
  oneself: 'SELF_ACTION',
  changed: 'STATE_CHANGED',
  assigned: 'ALREADY_ASSIGNED',
  'on its way': 'USE_RETURN',
  administrators: 'ADMIN_REQUIRED',
  'the root administrator': 'ROOT_ADMIN_REQUIRED',
};

const isState = (word: string): word is MachineState => (machineStates as readonly string[]).includes(word);

/** Every cell of the document. Throws when it contains an unexplained word, or omits a state. */
export function machineTable(): MachineCell[] {
  const text = readFileSync('docs/deliveries.md', 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const acts = section.slice(0, section.indexOf('\n')).split(', ');
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    const [head, ...lines] = rows.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((word) => word.trim()),
    );
    const cells = acts.flatMap((act) => lines.flatMap((words) => cellsOf(act, head ?? [], words)));
    const told = new Set(cells.map(({ state }) => state));
    if (rows.length > 0 && told.size !== machineStates.length)
      throw new Error(`${acts.join()} does not tell of every state`);
    return cells;
  });
}

function cellsOf(act: string, [, ...columns]: string[], [states = '', ...words]: string[]): MachineCell[] {
  const column = (actor: MachineActor) => columns.findIndex((head) => head.split(', ').includes(actor));
  return states.split(', ').flatMap((state) =>
    machineActors.flatMap((actor): MachineCell[] => {
      const word = words[column(actor)] ?? '';
      // It has no carrier.
      if (word === '·') return [];
      const expected = isState(word) ? word : refusalWords[word];
      if (!isState(state) || !expected) throw new Error(`${act}: « ${state} » and « ${word} » mean nothing`);
      return [{ act, state, actor, expected }];
    }),
  );
}

const withCarrier: readonly ParcelStatus[] = ParcelStatus.options.filter(
  (status) => status !== 'active' && status !== 'pending',
);
const assignedAt = '2026-11-01T00:00:00.000Z';

/** These acts find a parcel whose owner asks for a code; a declared delivery is always one. */
const withCode: ReadonlySet<string> = new Set(['setCode off', 'declare without the code']);

/** These states may have an open problem. */
const problemStates: ReadonlySet<MachineState> = new Set([
  'in_transit',
  'delivery',
  'delivery declared',
  'delivered',
  'returned',
  'returned declared',
  'returned closed',
]);

/** The cells that an open problem leaves as they are (rule 171). */
export const isSameWithProblem = ({ act, state }: Pick<MachineCell, 'act' | 'state'>): boolean =>
  problemStates.has(state) && !/Problem/.test(act);

/** The author of the problem that these acts find. */
const authors: Readonly<Record<string, 'O' | 'C'>> = { settleProblem: 'O', 'settleProblem of the carrier': 'C' };

const problemBy = (author: 'O' | 'C') => ({
  problem: {
    reportId: 'report',
    kind: author === 'O' ? ('not_arrived' as const) : ('lost' as const),
    by: memberIds[author],
    at: assignedAt,
  },
});

/** A problem is reported for two weeks after the end, a yes answered for two days, whatever the time of the test. */
const justNow = '2100-01-01T00:00:00.000Z';

/** A parcel in a state, owned by O and carried by C. */
export function parcelInState(
  number: number,
  state: MachineState,
  act = '',
  author: 'O' | 'C' | undefined = authors[act],
): ParcelRecord {
  const endedAt = act === 'reportProblem' ? justNow : assignedAt;
  const [status = 'active', end] = state.split(' ') as [ParcelStatus?, string?];
  const isHalf = status === 'accepted_for_delivery' || status === 'carrier_chosen';
  const isCoded = withCode.has(act) || state === 'delivery declared';
  return aParcel(number, 'O', {
    status,
    version: 7,
    ...(withCarrier.includes(status)
      ? {
          carrierId: memberIds.C,
          carrier: aCard({ id: memberIds.C, firstName: 'C' }),
          assignedAt: isHalf ? justNow : assignedAt,
        }
      : {}),
    ...(status === 'returned' ? { returnReason: 'Destinataire absent' } : {}),
    ...(isCoded ? { codeAsked: true as const } : {}),
    ...(end === 'declared' ? { declaredAt: assignedAt } : {}),
    ...(end === 'closed' ? { returnConfirmedAt: endedAt } : {}),
    ...(status === 'delivered' ? { deliveredAt: endedAt } : {}),
    ...(author && problemStates.has(state) ? problemBy(author) : {}),
  });
}

export function stateOf(parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'declaredAt'>): MachineState {
  if (parcel.status === 'returned' && parcel.returnConfirmedAt) return 'returned closed';
  if (!isDeclared(parcel)) return parcel.status;
  return parcel.status === 'returned' ? 'returned declared' : 'delivery declared';
}
