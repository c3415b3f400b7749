import crossing from '#web/features/home/crossing.svg';

/** The picture of the product: two shores, the sea between them, a parcel in transit. */
export const CrossingPicture = () => (
  <svg className="hero__picture" viewBox="0 0 520 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <use href={`${crossing}#crossing`} />
  </svg>
);
