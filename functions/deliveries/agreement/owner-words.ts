import type { Outcome } from '#functions/outcome.ts';
import { Refusal } from '#shared/refusal.ts';

/** The choices of an owner when the trip of half an agreement has no room. */
export const halfAdvice = 'Écrivez à ce voyageur, ou touchez « Refuser » pour que votre colis soit de nouveau proposé.';
/** The same for an offer, because other travellers may have made one too. */
export const offerAdvice = 'Écrivez à ce voyageur, ou acceptez une autre offre.';

/** Refuses the carrier's trip in words for the owner, who can name no other trip; also when the writes lose a race. */
export async function inOwnerWords<Reply>(act: Promise<Outcome<Reply>>, advice: string): Promise<Outcome<Reply>> {
  const refuseOwner = (error: unknown) => refuse(error, advice);
  const { writes, ...outcome } = await act.catch(refuseOwner);
  return {
    ...outcome,
    writes: writes.map(({ item, refuse: refuseWrite }) => ({
      item,
      refuse:
        refuseWrite &&
        ((old) => {
          try {
            return refuseWrite(old);
          } catch (error) {
            return refuseOwner(error);
          }
        }),
    })),
  };
}

function refuse(error: unknown, advice: string): never {
  if (!(error instanceof Refusal) || error.code !== 'TRIP_UNAVAILABLE') throw error;
  const { sentence, details } = error;
  const isUnlisted = sentence.detail === new Refusal('TRIP_UNAVAILABLE').sentence.detail;
  const what = isUnlisted ? "Le trajet de ce voyageur n'est plus proposé." : sentence.detail;
  throw new Refusal('TRIP_UNAVAILABLE', { ...sentence, detail: `${what} ${advice}` }, details);
}
