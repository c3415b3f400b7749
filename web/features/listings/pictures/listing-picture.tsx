import { sizeDescriptions } from '#shared/parcels/words.ts';
import type { Transport } from '#shared/trips/fields.ts';
import { Size } from '#shared/values/fields.ts';
import objects from '#web/features/listings/pictures/objects.svg';
import '#web/features/listings/listings.css';

export type PicturePart = Size | Transport | 'fragile' | 'electronics';

/** A listing as a drawing of parts that lie over each other; decoration, the words beside it say the same. */
export const ListingPicture = ({ parts, isSmall }: { parts: readonly PicturePart[]; isSmall?: true }) => (
  <svg className={`listing-picture ${isSmall ? 'listing-picture--small' : ''}`} viewBox="0 0 96 96" aria-hidden="true">
    {parts.map((part) => (
      <use key={part} href={`${objects}#${part}`} />
    ))}
  </svg>
);

/** The sizes as choices of a form, each with its drawing. */
export const sizeOptions = Size.options.map((value) => ({
  value,
  label: sizeDescriptions[value],
  icon: <ListingPicture parts={[value]} isSmall />,
}));
