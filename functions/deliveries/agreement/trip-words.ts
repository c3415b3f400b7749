import type { Outcome } from '#functions/outcome.ts';
import { Refusal } from '#shared/refusal.ts';

interface TripWords {
  readonly unlisted: string;
  readonly advice: string;
}

const theirTrip = "Le trajet de ce voyageur n'est plus proposé.";
const ownTrip = "Ce trajet n'est plus proposé.";

export const tripWords = {
  half: {
    unlisted: theirTrip,
    advice: 'Écrivez à ce voyageur, ou touchez « Refuser » pour que votre colis soit de nouveau proposé.',
  },
  offer: { unlisted: theirTrip, advice: 'Écrivez à ce voyageur, ou acceptez une autre proposition.' },
  invitation: { unlisted: ownTrip, advice: 'Proposez un autre prix, sans ce trajet.' },
  change: { unlisted: ownTrip, advice: "Refusez ce changement, ou écrivez à l'autre membre." },
} as const satisfies Readonly<Record<string, TripWords>>;

export async function inTripWords<Reply>(act: Promise<Outcome<Reply>>, words: TripWords): Promise<Outcome<Reply>> {
  const refuseTrip = (error: unknown) => refuse(error, words);
  const { writes, ...outcome } = await act.catch(refuseTrip);
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
            return refuseTrip(error);
          }
        }),
    })),
  };
}

function refuse(error: unknown, { unlisted, advice }: TripWords): never {
  if (!(error instanceof Refusal) || error.code !== 'TRIP_UNAVAILABLE') throw error;
  const { sentence, details } = error;
  const isUnlisted = sentence.detail === new Refusal('TRIP_UNAVAILABLE').sentence.detail;
  const what = isUnlisted ? unlisted : sentence.detail;
  throw new Refusal('TRIP_UNAVAILABLE', { ...sentence, detail: `${what} ${advice}` }, details);
}
