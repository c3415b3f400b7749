import type { ActName } from '#shared/situation/contract.ts';
import { nameIn } from '#shared/situation/words.ts';
import type { Acted } from '#web/features/deliveries/acts/acted.ts';
import { ParcelContents } from '#web/features/deliveries/acts/parcel-contents.tsx';
import { Parts } from '#web/features/situation/sentence.tsx';

const yeses: readonly ActName[] = ['acceptDelivery', 'chooseCarrier', 'takeOffer'];

/** A traveller's offer is their yes: its taking binds them without a question. */
const isYes = (act: ActName, { isOwner, stage }: Acted['situation']) =>
  yeses.includes(act) || (act === 'makeOffer' && !isOwner && stage !== 'agreed');

/** The contents before a yes. */
export function YesContents({ act, parcel, situation, other }: Acted & { act: ActName }) {
  if (!isYes(act, situation) || situation.offer?.isChange || !('version' in parcel)) return null;
  return (
    <ParcelContents parcel={parcel}>
      <p>
        <Parts
          of={
            situation.isOwner
              ? [nameIn(other), " l'ouvrira avec vous avant de le prendre."]
              : ["Vous l'ouvrirez avec ", nameIn(other), ' avant de le prendre.']
          }
        />
      </p>
    </ParcelContents>
  );
}
