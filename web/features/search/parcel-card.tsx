import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import type { ParcelCard as Parcel } from '#shared/search/contract.ts';
import { paths, sharedPaths, withQuery } from '#shared/site/paths.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { shortDay } from '#shared/values/time.ts';
import type { PicturePart } from '#web/features/listings/pictures/listing-picture.tsx';
import { ListingCard, type ShownListing } from '#web/features/search/listing-card.tsx';

export function ParcelCard({ parcel, ...shown }: ShownListing & { parcel: Parcel }) {
  const { title, pickup, delivery, size, price, isFragile, hasElectronics } = parcel;
  const picture: PicturePart[] = [size];
  if (isFragile) picture.push('fragile');
  if (hasElectronics) picture.push('electronics');
  return (
    <ListingCard
      {...shown}
      page={sharedPaths.parcel(parcel.id)}
      subject={title}
      picture={picture}
      route={[pickup.city, delivery.city]}
      day={`avant le ${shortDay(parcel.deadline)}`}
      about={title}
      facts={[
        weightText(parcel.weightGrams),
        sizeLabels[size],
        isFragile && 'Fragile',
        hasElectronics && 'Appareil électronique',
      ]}
      price={price ? moneyText(price) : priceToAgree}
      owner={parcel.owner}
      manage={shown.isOwn ? withQuery(paths.myParcels, { parcel: parcel.id }) : undefined}
    />
  );
}
