import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { absent, all, type Condition, expression, type Table, type Write } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';

/** An address that waits for its account; `expiresAt` in milliseconds. */
export const Invitation = z.object({ id: z.string(), email: z.string(), createdAt: z.string(), expiresAt: z.int() });
export type Invitation = z.infer<typeof Invitation>;

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
