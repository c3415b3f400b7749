/** The id of the thread of two members and a parcel, the same for both members. */
export const threadIdOf = (a: string, b: string, parcelId?: string) => `${[a, b].sort().join('_')}#${parcelId ?? '-'}`;
