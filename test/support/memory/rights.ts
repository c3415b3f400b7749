import { AsyncLocalStorage } from 'node:async_hooks';
import { type Item, keyOf, type Table } from '#functions/platform/table.ts';
import { type FunctionName, functionOfSlice, needsOf, registers } from '#infra/function-table.ts';
import { contract } from '#shared/contract.ts';

/** A part of a call of the table: its action, and the key that it writes or the index that it reads. */
interface Part {
  readonly action: string;
  readonly pk?: string | undefined;
  readonly index?: string | undefined;
  readonly isTogether?: boolean;
}

interface Input {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly IndexName?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Input>>[];
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Input;
}

const functionOfRow = new Map(
  Object.entries(contract).flatMap(([slice, rows]) => Object.keys(rows).map((row) => [row, functionOfSlice(slice)])),
);

/** The function that acts, and what it did without the right to. */
const acting = new AsyncLocalStorage<{ readonly name: FunctionName; readonly lacks: Set<string> }>();
const judged = new WeakSet<Table['documents']>();

// All handlers of a test share the variables of its process.
process.env = new Proxy(process.env, {
  get(variables, name) {
    const { name: acts, lacks } = acting.getStore() ?? {};
    if (acts && name === 'DERIVED_SECRET' && !needsOf(acts).derivesKeys) lacks?.add('the derived secret');
    return Reflect.get(variables, name) as unknown;
  },
  set: (variables, name, value: string) => Reflect.set(variables, name, value),
});

/**
 * Calls a row of the contract as its function does: an error names what the handler asked of this table and
 * `infra/function-table.ts` does not give to the function. The answer alone could hide it.
 */
export async function withRightsOf<Answer>(row: string, { documents }: Table, run: () => Promise<Answer>) {
  const name = functionOfRow.get(row);
  if (!name) return run();
  judge(documents);
  const lacks = new Set<string>();
  const answer = await acting.run({ name, lacks }, run);
  if (lacks.size > 0) throw new Error(`${row}: the function ${name} lacks ${[...lacks].join(', ')}`);
  return answer;
}

function judge(documents: Table['documents']): void {
  if (judged.has(documents)) return;
  judged.add(documents);
  const send = documents.send.bind(documents) as (command: unknown) => unknown;
  const judgedSend = (command: Command) => {
    const { name, lacks } = acting.getStore() ?? {};
    if (name) for (const part of partsOf(command)) if (!mayDo(name, part)) lacks?.add(nameOf(part));
    return send(command);
  };
  Object.assign(documents, { send: judgedSend });
}

function partsOf({ constructor, input }: Command): Part[] {
  if (input.TransactItems)
    return input.TransactItems.flatMap((part) => Object.entries(part)).map(([kind, one]) => ({
      ...partOf(`${kind}Item`, one),
      isTogether: true,
    }));
  const action = constructor.name.replace('Command', '');
  return [partOf(action === 'Query' ? action : `${action}Item`, input)];
}

const partOf = (action: string, { Key, Item = Key, IndexName: index }: Input): Part => ({
  action,
  pk: Item && keyOf(Item).pk,
  index,
});

/** By the same row of the table as the statements of its role (`infra/grants.ts`). */
function mayDo(name: FunctionName, { action, pk, index, isTogether }: Part): boolean {
  const { table, indexes = [], writesLog, registers: kept = [] } = needsOf(name);
  if (index !== undefined) return action === 'Query' && indexes.some((one) => one === index);
  if (!table.some((one) => one === action)) return false;
  if (!['PutItem', 'UpdateItem', 'DeleteItem'].includes(action)) return true;
  if (pk?.startsWith('LOG#')) return writesLog === true && (action === 'PutItem' || isTogether === true);
  return !registers.some((register) => register === pk && !kept.includes(register));
}

const nameOf = ({ action, pk, index }: Part) =>
  `${action} on ${index ? `the index ${index}` : `the table${pk === undefined ? '' : ` at ${pk}`}`}`;
