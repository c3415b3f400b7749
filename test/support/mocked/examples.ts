import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { roleOf } from '#shared/access.ts';
import type { RouteSpec, Routes } from '#shared/route.ts';
import { aProfile, memberIds, type Role } from '#test/access/people.ts';
import { type PipelineAnswer, pipelineOf, type Request } from '../pipeline.ts';
import { aProof, provenSession } from '../proven-session.ts';
import { itemOf, type Storable } from '../world/item-of.ts';
import { type Expression, mockedTable, nameOf, type Question, resolved } from './table.ts';

/** The time of every mocked call. */
export const now = Date.parse('2026-11-20T10:00:00.000Z');
const idempotencyKey = 'key-of-this-request';

/** The handlers of a slice; other clients report their calls to `called`. */
type HandlersOf<T extends Routes> = (deps: Deps, called: (line: string) => void) => Handlers<T>;
type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Written = Expression & {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
};

/** A member by their role, as in the access matrix, or a further item. */
export type Given = Role | Storable;

/**
 * A slice with its real handlers behind the real pipeline, while aws-sdk-client-mock answers for DynamoDB: reads find
 * `given`, and writes are recorded and change nothing.
 */
export function mocked<T extends Routes>(
  routes: T,
  handlersOf: HandlersOf<T>,
  { given = [] }: { given?: readonly Given[] } = {},
) {
  const { table, aws } = mockedTable(given.flatMap(itemsOf));
  let ids = 0;
  const deps = { table, now: () => now, newId: () => `new-${++ids}` };
  const calls: string[] = [];
  const called = (line: string) => void calls.push(line);
  const pipeline = pipelineOf(routes, handlersOf(deps, called), deps);
  const parts = (): [string, Written][] =>
    aws.calls().flatMap(({ args: [command] }): [string, Written][] => {
      if (command instanceof TransactWriteCommand)
        return (command.input.TransactItems ?? []).flatMap((part) => Object.entries(part) as [string, Written][]);
      return command instanceof UpdateCommand ? [['Update', command.input as Written]] : [];
    });

  return {
    aws,
    /** The calls of other clients. */
    calls,
    table,
    /** Calls a row as a member; a visitor has no role. */
    call(name: keyof T & string, role: Role | undefined, request: Request = {}): Promise<PipelineAnswer> {
      const session = role && isAdministrator(role) ? { asAdminIn: provenSession } : {};
      return pipeline(name, role ? memberIds[role] : '', { key: idempotencyKey, ...session, ...request });
    },
    /** A line for each key or query that the call has read, except for its caller and the answer of its key. */
    reads(): string[] {
      const commands = aws.calls().map(({ args: [command] }) => command);
      const lines = commands.slice(isOfCaller(commands[0]) ? 1 : 0).flatMap(linesOf);
      return lines.filter((line) => !line.startsWith('get IDEM#'));
    },
    /** A line for each item that the call has written: its key, its change, its condition. */
    writes: () => parts().map(([kind, part]) => lineOf(kind, part)),
    /** The item that was put at this key, or what its update sets, by path. */
    written(key: string): Item | undefined {
      const [, part] = parts().find(([, { Key, Item = Key }]) => Item && nameOf(Item) === key) ?? [];
      return part?.Item ?? (part && setBy(part));
    },
    /** The condition of this item fails, because the table has `old`. */
    refuse(key: string, old?: Storable): void {
      aws.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
        const at = TransactItems.findIndex((part) => isConditionalAt(part, key));
        if (at < 0) return {};
        throw new TransactionCanceledException({
          message: 'cancelled',
          $metadata: {},
          CancellationReasons: TransactItems.map((_, index) =>
            index === at
              ? {
                  Code: 'ConditionalCheckFailed',
                  ...(old ? { Item: marshall(itemOf(old), { removeUndefinedValues: true }) } : {}),
                }
              : { Code: 'None' },
          ),
        });
      });
    },
  };
}

type Mocked = ReturnType<typeof mocked>;

const isAdministrator = (role: Role) => ['A', 'RA', 'S', 'D'].includes(role);

/** A role's profile, and the rights and the proven session of an administrator. */
function itemsOf(one: Given): Item[] {
  if (typeof one !== 'string') return [itemOf(one)];
  const profile = aProfile(one);
  const { id, email, createdAt } = profile;
  const status = one === 'D' ? 'inactive' : 'active';
  const rights = {
    ...keys.administrator(id),
    kind: 'administrator',
    status,
    rootAdmin: one === 'RA',
    email,
    createdAt,
  };
  return [itemOf(profile), ...(isAdministrator(one) ? [rights, ...(one === 'S' ? [] : [aProof(id)])] : [])];
}

const isOfCaller = (command: unknown) =>
  command instanceof BatchGetCommand && linesOf(command)[0]?.endsWith(' A#PROFILE, consistent');

const consistently = (isConsistent: boolean | undefined) => (isConsistent ? ', consistent' : '');

function linesOf(command: unknown): string[] {
  if (command instanceof GetCommand) {
    const { Key = {}, ConsistentRead } = command.input;
    return [`get ${nameOf(Key)}${consistently(ConsistentRead)}`];
  }
  if (command instanceof BatchGetCommand)
    return Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [], ConsistentRead }) =>
      Keys.map((key) => `get ${nameOf(key)}${consistently(ConsistentRead)}`),
    );
  return command instanceof QueryCommand ? [queryLine(command.input as Question)] : [];
}

function queryLine(question: Question): string {
  const { KeyConditionExpression, FilterExpression, ScanIndexForward = true, Limit, Select, ConsistentRead } = question;
  return [
    `${Select === 'COUNT' ? 'count' : 'query'} ${resolved(KeyConditionExpression, question)}`,
    ...(FilterExpression ? [`filter ${resolved(FilterExpression, question)}`] : []),
    ...(ScanIndexForward ? [] : ['backwards']),
    ...(Limit ? [`limit ${Limit}`] : []),
  ]
    .join(', ')
    .concat(consistently(ConsistentRead));
}

/** Values in place; `items` asks for facts of objects. */
const shown = (value: unknown) => (typeof value === 'object' ? '{…}' : JSON.stringify(value));

function setBy(part: Written): Item {
  const { UpdateExpression = '', ExpressionAttributeValues: values = {} } = part;
  const sets = UpdateExpression.matchAll(/([#\w.]+) = (?:if_not_exists\([^,]+, )?(:\w+)/g);
  return Object.fromEntries([...sets].map(([, path = '', value = '']) => [resolved(path, part), values[value]]));
}

const words: Readonly<Record<string, string>> = {
  Put: 'put',
  Update: 'update',
  Delete: 'delete',
  ConditionCheck: 'check',
};

function lineOf(kind: string, part: Written): string {
  const { Key = {}, Item = Key, UpdateExpression: change, ConditionExpression: condition } = part;
  return [
    `${words[kind]} ${nameOf(Item)}`,
    ...(change ? [`: ${resolved(change, part, shown)}`] : []),
    ...(condition ? [` if ${resolved(condition, part, shown)}`] : []),
  ].join('');
}

const isConditionalAt = (part: Part, key: string) =>
  (Object.values(part) as Written[]).some(
    ({ Key = {}, Item = Key, ConditionExpression }) => ConditionExpression !== undefined && nameOf(Item) === key,
  );

/** One call of a row. */
interface Example extends Request {
  /** Sets this example apart from others of its row. */
  readonly when?: string;
  /** The caller: by default the Owner, or an Administrator where the row demands one. */
  readonly by?: Role;
  /** Further items of the table. */
  readonly given?: readonly Given[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** Calls of other clients of AWS. */
  readonly calls?: readonly string[];
  /** Some facts of the written items, by their keys. */
  readonly items?: Readonly<Record<string, object>>;
  readonly status?: number;
  readonly answers?: object;
  /** The code of the answer when the condition of this item fails; or what the table has instead, and the code. */
  readonly refused?: Readonly<Record<string, string | readonly [old: Storable, code: string]>>;
}

/**
 * Tests of every row of a slice, from what each reads, writes and answers. The keys, items and conditions are written
 * by hand in the example. Each call of the database is also throttled once, which is a 503.
 */
export function examples<T extends Routes>(
  routes: T,
  handlersOf: HandlersOf<T>,
  rows: { readonly [N in keyof T]: Example | readonly Example[] },
): void {
  const cases = Object.entries(rows).flatMap(([name, examplesOf]: [string, Example | readonly Example[]]) =>
    ([examplesOf].flat() as Example[]).map((example) => {
      const spec = routes[name] as RouteSpec;
      const by = callerOf(spec, example);
      const given = [...(by ? [by] : []), ...(example.given ?? [])];
      const status = example.status ?? (example.answers ? (spec.status ?? 200) : 204);
      return {
        title: [name, ...(example.when ? [example.when] : [])].join(' '),
        example,
        isAnswerStored: spec.idempotency === 'required' && status < 300 && status !== 202,
        status,
        by,
        prepared: () => mocked(routes, handlersOf, { given }),
        ask: ({ call }: Pick<Mocked, 'call'>) => call(name, by, example),
      };
    }),
  );

  test.each(cases)('$title', async ({ example, isAnswerStored, status, by, prepared, ask }) => {
    const slice = prepared();
    const answer = await ask(slice);
    const { answers = {}, reads = [], writes = [], items = {} } = example;
    expect.soft(answer).toMatchObject({ status, body: answers });
    expect.soft(slice.reads()).toEqual(reads);
    const kept = `put IDEM#${by && memberIds[by]} ${idempotencyKey} if attribute_not_exists(pk) OR ttl <= ${now / 1000}`;
    const lines = slice.writes();
    expect.soft(lines.filter((line) => line !== kept)).toEqual(writes);
    expect.soft(lines.filter((line) => line === kept)).toHaveLength(isAnswerStored ? 1 : 0);
    expect.soft(slice.calls).toEqual(example.calls ?? []);
    for (const [key, facts] of Object.entries(items)) expect.soft(slice.written(key), key).toMatchObject(facts);
  });

  const refusals = cases.flatMap(({ example, ...one }) =>
    Object.entries(example.refused ?? {}).map(([key, meant]) => {
      const [old, code] = typeof meant === 'string' ? [undefined, meant] : meant;
      return { ...one, key, old, code };
    }),
  );
  test.each(refusals)('$title answers $code when the condition of $key fails', async (one) => {
    const slice = one.prepared();
    slice.refuse(one.key, one.old);
    isLate();
    expect((await one.ask(slice)).body).toMatchObject({ code: one.code });
  });

  test.each(cases)('$title answers 503 while the database throttles', async ({ prepared, ask }) => {
    const calm = prepared();
    await ask(calm);
    for (const [index] of calm.aws.calls().entries()) {
      const slice = prepared();
      throttle(slice, index);
      isLate();
      expect(await ask(slice), `call ${index + 1}`).toMatchObject({
        status: 503,
        body: { code: 'UNAVAILABLE' },
        headers: { 'retry-after': '2' },
      });
    }
  });
}

function callerOf({ access }: RouteSpec, { by }: Example): Role | undefined {
  const role = roleOf(access);
  return by ?? (role === 'anyone' ? undefined : role === 'rootAdmin' ? 'RA' : role.endsWith('dmin') ? 'A' : 'O');
}

/** The time for other tries is over. */
function isLate(): void {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10_000));
}

/** From this call on the database takes no more. */
function throttle({ table: { documents } }: Pick<Mocked, 'table'>, from: number): void {
  const send = documents.send.bind(documents);
  let calls = 0;
  documents.send = ((command: never) =>
    calls++ < from
      ? send(command)
      : Promise.reject(Object.assign(new Error('too many'), { name: 'ThrottlingException' }))) as typeof send;
}
