import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { ListingSource } from '#web/features/listings/listing-source.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ParcelDraft, valuesOf } from '#web/features/parcels/parcel-form.ts';
import { PublishParcel } from '#web/features/parcels/publish-parcel.tsx';
import { SendWizard } from '#web/features/parcels/send-wizard.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { touch } from '#web/lib/api/query.ts';
import { keepDraftFile } from '#web/lib/drafts/draft-file.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/callout.tsx';

const edited = {
  title: 'Annonce modifiée',
  detail: 'Elle sera de nouveau visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/** The wizard with an own parcel's values: to change it, or to publish a copy. */
export function FromParcel({ parcelId, isEdit }: { parcelId: string; isEdit: boolean }) {
  return (
    <ListingSource
      query={parcelsQuery('readParcel', { params: { parcelId } })}
      failed="Impossible de charger les données du colis"
    >
      {(parcel) => (isEdit ? <Edit parcel={parcel} /> : <Copy parcel={parcel} />)}
    </ListingSource>
  );
}

function Copy({ parcel }: { parcel: Parcel }) {
  return (
    <>
      {parcel.file && (
        <Callout tone="info">
          <p>La photo n'est pas copiée : ajoutez-la de nouveau si elle est encore utile.</p>
        </Callout>
      )}
      <PublishParcel draftName={`parcel.copie.${parcel.id}`} first={valuesOf(parcel)} />
    </>
  );
}

function Edit({ parcel }: { parcel: Parcel }) {
  const draftName = `parcel.${parcel.id}`;
  const client = useQueryClient();
  const navigate = useNavigate();
  const act = parcel.situation?.acts.find(({ name }) => name === 'editParcel');
  if (!act || act.reason !== undefined) {
    return (
      <Callout tone="warning" title="Modification impossible">
        <p>{act?.reason ?? 'Cette annonce ne peut plus être modifiée.'}</p>
        <Link to={paths.myParcels}>Voir mes colis</Link>
      </Callout>
    );
  }
  const { situation } = parcel;
  const correction = situation?.stage === 'contentsRefused' && (
    <SituationSentence parcelId={parcel.id} situation={situation} people={{}} />
  );
  const leave = () => {
    toast.success(edited.title, edited.detail);
    void touch(client, ['parcels', 'myParcels'], ['parcels', 'readParcel']);
    void navigate(paths.myParcels);
  };
  return (
    <ResumedDraft name={draftName} schema={ParcelDraft} isEdit onDrop={() => void keepDraftFile(draftName, undefined)}>
      {(kept) => (
        <SendWizard
          draftName={draftName}
          draft={{ ...valuesOf(parcel), ...kept }}
          edited={parcel}
          note={correction}
          onPublished={leave}
        />
      )}
    </ResumedDraft>
  );
}
