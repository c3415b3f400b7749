import type { Parcel } from '#shared/parcels/contract.ts';
import { weightText } from '#shared/parcels/words.ts';
import { routeText } from '#shared/values/french.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';

/** Most travellers to notify of one parcel, so that it stays a request and not mass mail. */
export const mostNotified = 3;

/**
 * Writes to the travellers whom the sender has selected; the parcel is published even if this fails. `say` gets the
 * words for the reached ones.
 */
export async function notifyTravellers(
  parcel: Parcel,
  tripIds: readonly string[],
  say: (told: string) => void,
): Promise<void> {
  if (tripIds.length === 0) return;
  const results = await Promise.allSettled(tripIds.map((tripId) => write(parcel, tripId)));
  const told = results.filter(({ status }) => status === 'fulfilled').length;
  const isUncertain = results.some((result) => result.status === 'rejected' && asProblem(result.reason).isUncertain);
  if (told > 0) say(told === 1 ? 'Voyageur prévenu' : `${told} voyageurs prévenus`);
  if (isUncertain)
    toast.error('Message sans réponse', 'Regardez dans vos messages si votre message est parti, avant de le réécrire.');
  else if (told < tripIds.length)
    toast.error("Impossible d'envoyer votre message", 'Retrouvez les voyageurs dans la recherche pour leur écrire.');
}

async function write(parcel: Parcel, tripId: string): Promise<void> {
  const { ownerId, travelDate } = await tripsApi.readTrip({ params: { tripId } });
  const { id, title, pickup, delivery, weightGrams } = parcel;
  const content = [
    `Bonjour, je viens de publier le colis « ${isolated(title)} » (${weightText(weightGrams)}), ${routeText(pickup, delivery)}.`,
    `Votre trajet du ${longDay(travelDate)} m'intéresse : pourriez-vous le transporter ?`,
  ].join(' ');
  await messagingApi.sendMessage({ body: { recipientId: ownerId, parcelId: id, content } });
}
