import scenes from '#web/ui/pictures/scenes.svg';

export type DrawingName =
  | 'parcels'
  | 'trips'
  | 'messages'
  | 'search'
  | 'documents'
  | 'delivered'
  | 'published'
  | 'lost';

/**
 * A scene between the two shores (decision 039). It is decoration; the text beside it has the full meaning. The theme's
 * colours apply inside the file.
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" width="192" height="120" viewBox="0 0 240 150" aria-hidden="true">
      <use href={`${scenes}#${name}`} />
    </svg>
  );
}
