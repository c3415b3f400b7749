import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { AccountEmail } from '../values/fields.ts';

/** `invited`: the address waits for an account that confirms it. */
const AdministratorState = z.enum(['active', 'inactive', 'invited']);

/** An administrator, or an invited address, as administrators see them. The id of a person is their member id. */
export const Administrator = z.object({
  id: z.string(),
  email: z.string(),
  state: AdministratorState,
  isRootAdmin: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
});
export type Administrator = z.infer<typeof Administrator>;

export const NewAdministrator = z.strictObject({ email: AccountEmail });

const act = { method: 'POST', access: 'rootAdmin', idempotency: 'required', reply: Administrator } as const;

/** All administrators read the list; only the root administrator changes it (rule 42). */
export const administratorRoutes = routes({
  administrators: {
    method: 'GET',
    path: '/admin/administrators',
    access: 'admin',
    reply: z.object({ items: z.array(Administrator) }),
  },
  addAdministrator: {
    ...act,
    path: '/admin/administrators',
    body: NewAdministrator,
    status: 201,
    quota: { count: 20, seconds: 86_400 },
  },
  deactivateAdministrator: { ...act, path: '/admin/administrators/{administratorId}/deactivate' },
  reactivateAdministrator: { ...act, path: '/admin/administrators/{administratorId}/reactivate' },
  /** Permanent. For an invited address it withdraws the invitation. */
  deleteAdministrator: {
    method: 'DELETE',
    path: '/admin/administrators/{administratorId}',
    access: 'rootAdmin',
    idempotency: 'required',
  },
});
