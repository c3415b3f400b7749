import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ParcelDraft, type ParcelDraftValues, valuesOf } from '#web/features/parcels/parcel-form.ts';
import { published, sayPublished } from '#web/features/parcels/say-published.ts';
import { SendWizard } from '#web/features/parcels/send-wizard.tsx';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { touch } from '#web/lib/api/query.ts';
import { keepDraftFile } from '#web/lib/drafts/draft.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Notice } from '#web/ui/notice.tsx';

/** From the success to the list (product 2.9). */
const leaveAfterMs = 2_000;
const edited = {
  title: 'Annonce modifiée',
  detail: 'Elle sera de nouveau visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/** Lazy, because most members publish a new parcel. */
const ListingSource = lazyPart(() =>
  import('#web/features/listings/listing-source.tsx').then((file) => file.ListingSource<Parcel>),
);

/**
 * `/send-parcel` (product 2.2): everybody may fill it in, members publish. `?edit=<id>` changes an own parcel,
 * `?copy=<id>` starts with its values.
 */
export function SendParcelPage() {
  const [params] = usePageQuery(paths.sendParcel);
  const editedId = params.get('edit') ?? undefined;
  const sourceId = editedId ?? params.get('copy') ?? undefined;
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>{editedId ? 'Modifier mon colis' : 'Envoyer ou recevoir un colis'}</h1>
        <p className="muted">
          {editedId
            ? 'Après vos modifications, votre annonce est validée de nouveau avant de réapparaître.'
            : 'Décrivez votre colis : les voyageurs qui font la route vous contacteront.'}
        </p>
      </div>
      {sourceId ? (
        <ListingSource
          key={sourceId}
          query={parcelsQuery('readParcel', { params: { parcelId: sourceId } })}
          failed="Impossible de charger les données du colis"
        >
          {(parcel) => <FromParcel parcel={parcel} isEdit={editedId !== undefined} />}
        </ListingSource>
      ) : (
        <Publish draftName="parcel" />
      )}
    </div>
  );
}

function FromParcel({ parcel, isEdit }: { parcel: Parcel; isEdit: boolean }) {
  const offer = parcel.actions.editParcel;
  if (isEdit && !offer?.allowed) {
    return (
      <Notice tone="warning" title="Modification impossible">
        <p>{offer?.reason ?? 'Cette annonce ne peut plus être modifiée.'}</p>
        <Link to={paths.myParcels}>Voir mes colis</Link>
      </Notice>
    );
  }
  return isEdit ? (
    <Edit parcel={parcel} />
  ) : (
    <>
      {parcel.file && (
        <Notice tone="info">
          <p>La photo n'est pas copiée : ajoutez-la de nouveau si elle est encore utile.</p>
        </Notice>
      )}
      <Publish draftName={`parcel.copie.${parcel.id}`} first={valuesOf(parcel)} />
    </>
  );
}

function Publish({ draftName, first }: { draftName: string; first?: ParcelDraftValues }) {
  const [isPublished, setPublished] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (!isPublished) return undefined;
    window.scrollTo({ top: 0 });
    const timer = setTimeout(() => void navigate(paths.findParcels, { state: { published: 'parcel' } }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isPublished, navigate]);

  const celebrate = () => {
    sayPublished();
    void touch(client, ['parcels', 'myParcels']);
    setPublished(true);
  };
  return isPublished ? (
    <Notice tone="success" title={published.title} live>
      <p>{published.detail}</p>
      <Link to={paths.myParcels}>Voir mes colis</Link>
    </Notice>
  ) : (
    <ResumedDraft name={draftName} schema={ParcelDraft} onDrop={() => void keepDraftFile(draftName, undefined)}>
      {(kept) => <SendWizard draftName={draftName} draft={kept ?? first} onPublished={celebrate} />}
    </ResumedDraft>
  );
}

function Edit({ parcel }: { parcel: Parcel }) {
  const draftName = `parcel.${parcel.id}`;
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    toast.success(edited.title, edited.detail);
    void touch(client, ['parcels', 'myParcels'], ['parcels', 'readParcel']);
    void navigate(paths.myParcels);
  };
  return (
    <ResumedDraft name={draftName} schema={ParcelDraft} isEdit onDrop={() => void keepDraftFile(draftName, undefined)}>
      {(kept) => (
        <SendWizard draftName={draftName} draft={kept ?? valuesOf(parcel)} edited={parcel} onPublished={leave} />
      )}
    </ResumedDraft>
  );
}
