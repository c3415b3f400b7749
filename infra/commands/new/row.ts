import { type Party, parties, type Role } from '#shared/access.ts';

export interface RowOptions {
  readonly method: string;
  readonly access: string;
  readonly body: boolean;
}

export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const roles: readonly Role[] = ['anyone', 'signedIn', 'member', 'unprovenAdmin', 'admin', 'rootAdmin'];

export const accessWords: readonly string[] = [...roles, ...Object.keys(parties)];

const isParty = (access: string): access is Party => access in parties;

/** The path parameter that names the party's resource. */
function parameterOf(access: string): string | undefined {
  if (!isParty(access)) return;
  const { resource } = parties[access];
  return resource === 'member' || resource === 'profile' ? 'userId' : `${resource}Id`;
}

export function rowText(name: string, { method, access, body }: RowOptions): string {
  const parameter = parameterOf(access);
  return `  ${name}: {
    method: '${method}',
    // TODO: its path, and the rest of RouteSpec (shared/route.ts).
    path: '/TODO${parameter ? `/{${parameter}}` : ''}',
    access: ${parameter ? `{ party: '${access}', of: '${parameter}' }` : `'${access}'`},
${body ? '    body: z.strictObject({}),\n' : ''}${method === 'GET' ? '    reply: z.object({}),\n' : ''}  },
`;
}

/** The parts of a call of the row. */
export function requestOf({ access, body }: RowOptions): string[] {
  const parameter = parameterOf(access);
  return [...(parameter ? [`params: { ${parameter}: 'TODO' }`] : []), ...(body ? ['body: {}'] : [])];
}
