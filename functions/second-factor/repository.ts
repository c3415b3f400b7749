import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { absent, type Condition, expression, type Table, type Write } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';

const SecondFactor = z.object({
  /** Changes with each write, so that one of two concurrent writes fails. */
  revision: z.string(),
  /** Sealed. Absent until the first set-up is finished. */
  key: z.optional(z.string()),
  lastStep: z.optional(z.int()),
  /** Hashes of the remaining recovery codes. */
  recovery: z.array(z.string()),
  /** Milliseconds, like all times here. */
  wrongAt: z.array(z.number()),
  lockedUntil: z.optional(z.number()),
  begun: z.optional(z.object({ key: z.string(), until: z.number() })),
  /** Hash of the Idempotency-Key that finished the set-up. */
  finishedBy: z.optional(z.string()),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export type WholeFactor = SecondFactor & { readonly key: string };
export const isSetUp = (factor: SecondFactor | undefined): factor is WholeFactor => factor?.key !== undefined;

/** Another write won, so the act is computed again. */
const late = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

const unchanged = (factor: SecondFactor | undefined): Condition =>
  factor ? expression`revision = ${factor.revision}` : absent;

/** A transaction takes 100 writes. More sessions are never verified within half an hour. */
const sessionsAtOnce = 90;

export function secondFactorRepository({ table, newId }: { table: Table; newId: () => string }) {
  async function read(memberId: string): Promise<SecondFactor | undefined> {
    const item = await table.get(keys.secondFactor(memberId), { consistent: true });
    return item && SecondFactor.parse(item);
  }

  return {
    read,

    /** Replaces the second factor that was read. UNAVAILABLE if it has changed since. */
    save: (memberId: string, before: SecondFactor | undefined, after: Omit<SecondFactor, 'revision'>): Write =>
      table.put(
        { ...keys.secondFactor(memberId), kind: 'secondFactor', ...after, revision: newId() },
        unchanged(before),
        late,
      ),

    prove: (memberId: string, session: string, until: number): Write =>
      table.put({
        ...keys.provenSession(memberId, session),
        kind: 'secondFactorProof',
        until,
        ttl: Math.ceil(until / 1000),
      }),

    /** Removes the second factor and every verified session; the member must set it up again. */
    async reset(memberId: string, now: number): Promise<Write[]> {
      const factor = await read(memberId);
      if (!factor) {
        throw new Refusal('STATE_CHANGED', {
          title: 'Rien à réinitialiser',
          detail: "Cette personne n'a pas encore configuré sa validation en deux étapes.",
        });
      }
      const { pk, sk } = keys.provenSession(memberId);
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :member AND begins_with(sk, :sessions)',
        ExpressionAttributeValues: { ':member': pk, ':sessions': sk },
        ConsistentRead: true,
      });
      const open = items.filter(({ until }) => Number(until) > now).slice(0, sessionsAtOnce);
      return [
        table.remove(keys.secondFactor(memberId), unchanged(factor), late),
        ...open.map((session) => table.remove({ pk, sk: String(session['sk']) })),
      ];
    },
  };
}
