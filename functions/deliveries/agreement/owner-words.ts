import type { Outcome } from '#functions/outcome.ts';
import { Refusal } from '#shared/refusal.ts';

const advice = 'Écrivez à ce voyageur, ou touchez « Refuser » pour que votre colis soit de nouveau proposé.';

/** Refuses the carrier's trip in words for the owner, who can name no other trip; also when the writes lose a race. */
export async function inOwnerWords<Reply>(act: Promise<Outcome<Reply>>): Promise<Outcome<Reply>> {
  const { writes, ...outcome } = await act.catch(refuseOwner);
  return {
    ...outcome,
    writes: writes.map(({ item, refuse }) => ({
      item,
      refuse:
        refuse &&
        ((old) => {
          try {
            return refuse(old);
          } catch (error) {
            return refuseOwner(error);
          }
        }),
    })),
  };
}

function refuseOwner(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'TRIP_UNAVAILABLE') throw error;
  const { sentence, details } = error;
  const isUnlisted = sentence.detail === new Refusal('TRIP_UNAVAILABLE').sentence.detail;
  const what = isUnlisted ? "Le trajet de ce voyageur n'est plus proposé." : sentence.detail;
  throw new Refusal('TRIP_UNAVAILABLE', { ...sentence, detail: `${what} ${advice}` }, details);
}
