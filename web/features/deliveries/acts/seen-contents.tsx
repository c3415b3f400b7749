import { arePapersAsked } from '#shared/parcels/customs.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { ParcelContents } from '#web/features/deliveries/acts/parcel-contents.tsx';
import { FieldError, fieldAria, fieldId, Requirement } from '#web/forms/field.tsx';
import '#web/forms/field.css';

interface SeenContentsProps {
  parcel: ActParcel;
  name: string;
  isSeen: boolean;
  error: string | undefined;
  onChange: (isSeen: boolean) => void;
}

/** The list to open the parcel with, and the carrier's word that it fits (rule 190). */
export function SeenContents({ parcel, name, isSeen, error, onChange }: SeenContentsProps) {
  const { pickup, delivery } = parcel;
  const id = fieldId(name);
  const papers = " et j'ai les papiers demandés";
  return (
    <>
      <ParcelContents
        parcel={parcel}
        after={(contents) => (
          // `CheckboxField` would bring the library of forms with it, to a door with a slow network.
          <div className="choice">
            <input
              type="checkbox"
              checked={isSeen}
              onChange={({ target }) => onChange(target.checked)}
              {...fieldAria({ id, name, error })}
            />
            <label htmlFor={id}>
              J'ai vu le contenu : il correspond à la liste
              {arePapersAsked(contents, pickup.countryCode, delivery.countryCode) && papers}
              <Requirement />
            </label>
          </div>
        )}
      />
      <FieldError id={id} error={error} />
    </>
  );
}
