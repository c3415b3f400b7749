import { type Party, parties, type Role, roleOf } from '#shared/access.ts';

export interface RowOptions {
  readonly method: string;
  readonly access: string;
  readonly body: boolean;
}

export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A person of the access matrix who may call a row that requires the role. */
const callers: Readonly<Record<Role, string>> = {
  anyone: 'M',
  signedIn: 'M',
  member: 'M',
  unprovenAdmin: 'A',
  admin: 'A',
  rootAdmin: 'RA',
};

export const accessWords: readonly string[] = [...Object.keys(callers), ...Object.keys(parties)];

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

/** A call of the row in a data test: by whom, with which arguments, and the status of the answer. */
export function callOf({ method, access, body }: RowOptions) {
  const parameter = parameterOf(access);
  const parts = [...(parameter ? [`params: { ${parameter}: 'TODO' }`] : []), ...(body ? ['body: {}'] : [])];
  return {
    caller: callers[isParty(access) ? roleOf({ party: access, of: '' }) : (access as Role)],
    request: parts.length > 0 ? `{ ${parts.join(', ')} }` : '',
    status: method === 'GET' ? 200 : 204,
  };
}
