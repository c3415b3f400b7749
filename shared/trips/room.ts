/** The kilos that a trip takes, and the grams of the parcels that count on it. */
export interface Room {
  readonly maxWeightKg: number;
  readonly bookedGrams?: number | undefined;
}

/** The grams that no parcel has booked. */
export const freeGrams = ({ maxWeightKg, bookedGrams = 0 }: Room) => maxWeightKg * 1000 - bookedGrams;

/** Less than half a kilo is left (rule 128). */
export const isFull = (trip: Room) => freeGrams(trip) < 500;
