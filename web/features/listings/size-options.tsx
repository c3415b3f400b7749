import { sizeDescriptions } from '#shared/parcels/words.ts';
import { Size } from '#shared/values/fields.ts';
import { ListingPicture } from '#web/features/listings/pictures/listing-picture.tsx';

/** The sizes as choices of a form, each with its drawing. */
export const sizeOptions = Size.options.map((value) => ({
  value,
  label: sizeDescriptions[value],
  icon: <ListingPicture parts={[value]} isSmall />,
}));
