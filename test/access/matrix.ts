import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import { authentication } from '#functions/authentication.ts';
import type { Item } from '#functions/platform/table.ts';
import { type Handlers, serve } from '#functions/serve.ts';
import { type Contract, contract, type RowName } from '#shared/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import type { RouteSpec, Routes } from '#shared/route.ts';
import { type Claims, claimsFor, gatewayEvent, gatewaySettings } from '../support/gateway-event.ts';
import { mockedTable } from '../support/mocked/table.ts';
import { provenSession } from '../support/proven-session.ts';
import { expected, words } from './expected.ts';
import {
  authTime,
  blocker,
  formerItems,
  leaving,
  memberIds,
  now,
  type Role,
  roles,
  type ThingName,
  things,
  unconfirmed,
  worldItems,
} from './people.ts';
import { sampleBodies, sampleQueries } from './samples.ts';

/** One question of the matrix: may this role call this row about this thing? */
export interface Cell {
  readonly row: RowName;
  readonly about: string;
  readonly role: Role;
  readonly expected: string;
}

export const rows: readonly { name: RowName; spec: RouteSpec }[] = Object.values(contract).flatMap((slice: Routes) =>
  Object.entries(slice).map(([name, spec]) => ({ name: name as RowName, spec })),
);

/** Every cell of the matrix, rows × things × roles. */
export const cells: readonly Cell[] = rows.flatMap(({ name }) =>
  Object.entries(expected[name]).flatMap(([about, line]) => {
    const wanted = line.split(' ');
    if (wanted.length !== roles.length)
      throw new Error(`The matrix has not one word for each role (${name}, ${about})`);
    return roles.map((role, index) => {
      const word = wanted[index] ?? '';
      if (!(word in words)) throw new Error(`The matrix does not know « ${word} » (${name}, ${about})`);
      return { row: name, about, role, expected: words[word as keyof typeof words] };
    });
  }),
);

/** The environment of the functions, with all limits off. */
export const settings = {
  ...gatewaySettings,
  SUBSCRIPTION_FROM: '2026-12-01',
  RATE_LIMITS: 'off',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
};

/** Everybody has a running subscription but the member whose own has ended. */
export const subscribed = (item: Item): Item =>
  item['kind'] === 'profile'
    ? { ...item, record: { subscriptionEnd: '2031-01-01T00:00:00.000Z', ...(item['record'] as object) } }
    : item;

/** Answers « admitted » for every row that is reached: the matrix tests who passes, and not the later result. */
export function accessPipeline(table: Contract | Record<string, Routes> = contract) {
  Object.assign(process.env, settings);
  const all: Routes = Object.assign({}, ...Object.values(table)) as Routes;
  const reached = Object.fromEntries(
    Object.keys(all).map((name) => [
      name,
      () => Promise.reject(new Refusal('IN_PROGRESS', { title: 'admitted', detail: 'admitted' })),
    ]),
  ) as unknown as Handlers<Routes>;
  const world = mockedTable([...worldItems(), ...formerItems()].map(subscribed)).table;
  return serve(all, reached, { table: world, now: () => now, newId: () => 'unused' }, authentication);
}

/** Claims of a role's session; groups are in brackets. */
export const claimsOf = (role: Role, change: Partial<Claims> = {}): Claims =>
  claimsFor(memberIds[role], authTime, {
    ...(['D', 'A', 'RA', 'S'].includes(role) ? { 'cognito:groups': '[admin]', origin_jti: provenSession } : {}),
    ...change,
  });

/** Claims of a proven session that names the group, of a member with or without the rights. */
export const claimsOfFormer = (id: string): Claims =>
  claimsFor(id, authTime, { 'cognito:groups': '[admin]', origin_jti: provenSession });

/** Claims of a session of a member who is about to leave. */
export const claimsOfLeaver = (change: Partial<Claims> = {}): Claims => claimsFor(leaving, authTime, change);

/** The id of a thing of the matrix, or an unknown one; rows about no thing are called with a member's id. */
function idOf(about: string): string {
  if (about in things) return things[about as ThingName].id;
  if (about === 'nothing') return '12345678-1234-4234-8234-123456789012';
  if (about === 'unconfirmed') return unconfirmed;
  if (about === 'leaving') return leaving;
  if (about === 'blocker') return blocker;
  return memberIds[about.startsWith('member ') ? (about.slice(7) as Role) : 'M'];
}

/** The request of a row about a thing, complete and well-formed. */
export function requestOf(
  { name, spec }: { name: RowName; spec: RouteSpec },
  about: string,
  claims: Claims | undefined,
  change: {
    body?: Record<string, unknown>;
    params?: Record<string, string>;
    headers?: Record<string, string | undefined>;
  } = {},
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const id = idOf(about);
  const params = Object.fromEntries(
    [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, param === 'kind' ? 'id_document' : id]),
  );
  return gatewayEvent(spec, {
    claims,
    params: { ...params, ...change.params },
    query: sampleQueries[name],
    body: change.body ?? sampleBodies[name],
    headers: {
      'true-client-ip': '192.0.2.1',
      'idempotency-key': '11111111-1111-4111-8111-111111111111',
      'if-match': '"1"',
      ...change.headers,
    },
  });
}

/** The pipeline's answer: the refusal's code, or `admitted`. */
export async function verdictOf(
  pipeline: ReturnType<typeof accessPipeline>,
  event: APIGatewayProxyEventV2WithJWTAuthorizer,
): Promise<string> {
  const response = await pipeline(event, { awsRequestId: 'matrix' } as Context);
  const problem = JSON.parse(response.body ?? '{}') as { code?: string; title?: string };
  return problem.title === 'admitted' ? 'admitted' : (problem.code ?? String(response.statusCode));
}

const rowNamed = (name: RowName, table: Contract | Record<string, Routes>) => {
  const spec = (Object.assign({}, ...Object.values(table)) as Routes)[name];
  if (!spec) throw new Error(`No row ${name}`);
  return { name, spec };
};

/** Asks one cell; `table` may be a changed contract. */
export async function ask(
  cell: Cell,
  pipeline: ReturnType<typeof accessPipeline>,
  table: Contract | Record<string, Routes> = contract,
): Promise<string> {
  const claims = cell.role === 'V' ? undefined : claimsOf(cell.role);
  return verdictOf(pipeline, requestOf(rowNamed(cell.row, table), cell.about, claims));
}
