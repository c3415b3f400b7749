import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import {
  absent,
  all,
  type Condition,
  expression,
  type Item,
  present,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import type { Administrator } from '#shared/admin/administrators.ts';
import { Refusal } from '#shared/refusal.ts';

/** An address that waits for its account; `expiresAt` in milliseconds. */
const Invitation = z.object({ id: z.string(), email: z.string(), createdAt: z.string(), expiresAt: z.int() });
type Invitation = z.infer<typeof Invitation>;

const isInvitation = (id: string): Condition => expression`id = ${id}`;

export const invitationRepository = (table: Table) => ({
  /** The invitation of an address, read consistently; undefined once it has run out. */
  async of(email: string, now: number): Promise<Invitation | undefined> {
    const row = await table.get(keys.invitation(email), { consistent: true });
    const invitation = row && Invitation.parse(row);
    return invitation && invitation.expiresAt > now ? invitation : undefined;
  },

  add: (invitation: Invitation, now: number): Write =>
    table.put(
      {
        ...keys.invitation(invitation.email),
        kind: 'invitation',
        ...invitation,
        ttl: Math.ceil(invitation.expiresAt / 1000),
      },
      expression`${absent} OR expiresAt <= ${now}`,
      () => new Refusal('ALREADY_ADMINISTRATOR'),
    ),

  /** Takes an invitation back. Throws ALREADY_DECIDED when it is gone or another one. */
  withdraw: ({ id, email }: Pick<Invitation, 'id' | 'email'>): Write =>
    table.remove(keys.invitation(email), isInvitation(id), () => new Refusal('ALREADY_DECIDED')),

  /** Uses an invitation for the account that confirmed its address. */
  use: ({ id, email }: Invitation, now: number): Write =>
    table.remove(keys.invitation(email), all(isInvitation(id), expression`expiresAt > ${now}`)),

  forget: (email: string): Write => table.remove(keys.invitation(email)),
});

export interface Standing {
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
}

const standingOf = (row: Item | undefined): Standing => ({
  isAdmin: row?.['status'] === 'active',
  isRootAdmin: row?.['rootAdmin'] === true,
});

const Row = z.object({ email: z.string(), createdAt: z.string(), status: z.enum(['active', 'inactive']) });

function toAdministrator(row: Item): Administrator {
  if (row['kind'] === 'invitation') {
    const { expiresAt, ...invitation } = Invitation.parse(row);
    return {
      ...invitation,
      state: 'invited',
      isRootAdmin: false,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  }
  const { email, createdAt, status } = Row.parse(row);
  return { id: String(row['sk']), email, state: status, isRootAdmin: standingOf(row).isRootAdmin, createdAt };
}

/** The row still has the status that the rule was applied to, and is not the root administrator's. */
const still = (status: 'active' | 'inactive'): Condition =>
  expression`#status = ${status} AND (attribute_not_exists(rootAdmin) OR rootAdmin = ${false})`;

export function administratorRepository(table: Table) {
  async function rows(options: { consistent?: true } = {}): Promise<Item[]> {
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :administrators',
      ExpressionAttributeValues: { ':administrators': keys.administrator('').pk },
      ConsistentRead: options.consistent ?? false,
    });
    return items;
  }

  async function standing(memberId: string): Promise<Standing> {
    return standingOf(await table.get(keys.administrator(memberId), { consistent: true }));
  }

  return {
    standing,

    /** Every administrator and every invitation that has not run out, newest first: at most a page. */
    async list(now: number): Promise<Administrator[]> {
      const list = (await rows({ consistent: true })).map(toAdministrator);
      return list
        .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now)
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    },

    mustBeNone: (id: string, refuse: () => Refusal): Write => table.check(keys.administrator(id), absent, refuse),

    active: async (): Promise<string[]> =>
      (await rows()).filter((row) => standingOf(row).isAdmin).map(({ sk }) => String(sk)),

    /** The root administrators, read consistently: one, or two during a handover. */
    async rootAdmins(): Promise<{ id: string; email: string }[]> {
      const found = (await rows({ consistent: true })).filter((row) => standingOf(row).isRootAdmin);
      return found.map(({ sk, email }) => ({ id: String(sk), email: String(email) }));
    },

    makeRootAdmin: ({ id, email }: { id: string; email: string }, now: number): Write =>
      table.put({
        ...keys.administrator(id),
        kind: 'administrator',
        status: 'active',
        rootAdmin: true,
        email,
        createdAt: new Date(now).toISOString(),
      }),

    demote: (id: string): Write => table.update(keys.administrator(id), expression`SET rootAdmin = ${false}`, present),

    add: ({ id, email, createdAt }: Pick<Administrator, 'id' | 'email' | 'createdAt'>): Write =>
      table.put(
        { ...keys.administrator(id), kind: 'administrator', status: 'active', rootAdmin: false, email, createdAt },
        absent,
        () => new Refusal('ALREADY_ADMINISTRATOR'),
      ),

    setStatus: (id: string, was: 'active' | 'inactive'): Write =>
      table.update(
        keys.administrator(id),
        expression`SET #status = ${was === 'active' ? 'inactive' : 'active'}`,
        still(was),
        () => new Refusal('ALREADY_DECIDED'),
      ),

    remove: (id: string, was: 'active' | 'inactive'): Write =>
      table.remove(keys.administrator(id), still(was), () => new Refusal('ALREADY_DECIDED')),
  };
}
