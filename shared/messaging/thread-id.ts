/** The one pair of members and parcel that a thread belongs to, whoever asks. */
export const threadIdOf = (a: string, b: string, parcelId?: string) => `${[a, b].sort().join('_')}#${parcelId ?? '-'}`;
