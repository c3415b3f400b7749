import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { Notice } from '#web/components/notice.tsx';
import { ResumedDraft } from '#web/components/resumed-draft.tsx';
import { Loading, Skeleton } from '#web/components/skeleton.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ParcelDraft, type ParcelDraftValues, valuesOf } from '#web/features/parcels/parcel-form.ts';
import { SendWizard } from '#web/features/parcels/send-wizard.tsx';
import { dropDraft, keepDraftFile, readDraft } from '#web/lib/draft.ts';
import { asProblem } from '#web/lib/problem.ts';
import { touch } from '#web/lib/query.ts';
import { loginPath } from '#web/lib/redirect.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** From the success to the list (spec 2 §9). */
const leaveAfterMs = 2_000;
const published = {
  title: 'Votre colis a été publié !',
  // Not « maintenant visible » (spec 2 §8): it is not, before its validation (docs/decisions: publish success).
  detail: 'Votre annonce sera visible par les transporteurs après validation, sous 24 à 48 heures.',
};
const edited = {
  title: 'Annonce modifiée',
  detail: 'Elle sera de nouveau visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/**
 * `/send-parcel` (spec 2 §2): everybody may fill it, members publish. `?modifier=<id>` changes a parcel of one's own,
 * `?copier=<id>` begins with what it says.
 */
export function SendParcelPage() {
  const [params] = useSearchParams();
  const editedId = params.get('modifier') ?? undefined;
  const sourceId = editedId ?? params.get('copier') ?? undefined;
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
        <FromParcel key={sourceId} parcelId={sourceId} isEdit={editedId !== undefined} />
      ) : (
        <Publish draftName="parcel" />
      )}
    </div>
  );
}

/** Reads what the form begins with, as it is now. */
function FromParcel({ parcelId, isEdit }: { parcelId: string; isEdit: boolean }) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const reading = useQuery({
    ...parcelsQuery('readParcel', { params: { parcelId } }),
    enabled: status === 'member',
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [source, setSource] = useState<Parcel>();
  // Once: what happens to the parcel meanwhile must not take away what is typed.
  if (!source && reading.data && reading.isFetchedAfterMount) setSource(reading.data);

  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;
  if (!source) {
    return reading.error ? (
      <ErrorPanel
        title="Impossible de charger les données du colis"
        message={asProblem(reading.error).detail}
        onRetry={() => void reading.refetch()}
      />
    ) : (
      <Loading>
        <Skeleton height="20rem" />
      </Loading>
    );
  }
  const offer = source.actions.editParcel;
  if (isEdit && !offer?.allowed) {
    return (
      <Notice tone="warning" title="Modification impossible">
        <p>{offer?.reason ?? 'Cette annonce ne peut plus être modifiée.'}</p>
        <Link to="/my-parcels">Voir mes colis</Link>
      </Notice>
    );
  }
  return isEdit ? (
    <Edit parcel={source} />
  ) : (
    <>
      {source.file && (
        <Notice tone="info">
          <p>La photo n'est pas copiée : ajoutez-la de nouveau si elle est encore utile.</p>
        </Notice>
      )}
      <Publish draftName={`parcel.copie.${parcelId}`} first={valuesOf(source)} />
    </>
  );
}

function Publish({ draftName, first }: { draftName: string; first?: ParcelDraftValues }) {
  const [draft] = useState(() => readDraft(draftName, ParcelDraft) ?? first);
  const [isPublished, setPublished] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (!isPublished) return undefined;
    window.scrollTo({ top: 0 });
    const timer = setTimeout(() => void navigate('/find-parcels', { state: { published: 'parcel' } }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isPublished, navigate]);

  const celebrate = () => {
    toast.success(published.title, published.detail, { to: '/my-parcels', text: 'Voir mes colis' });
    void touch(client, ['parcels', 'myParcels']);
    setPublished(true);
  };
  return isPublished ? (
    <Notice tone="success" title={published.title} live>
      <p>{published.detail}</p>
      <Link to="/my-parcels">Voir mes colis</Link>
    </Notice>
  ) : (
    <SendWizard draftName={draftName} draft={draft} onPublished={celebrate} />
  );
}

function Edit({ parcel }: { parcel: Parcel }) {
  const draftName = `parcel.${parcel.id}`;
  const [kept, setKept] = useState(() => readDraft(draftName, ParcelDraft));
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    toast.success(edited.title, edited.detail);
    void touch(client, ['parcels', 'myParcels'], ['parcels', 'readParcel']);
    void navigate('/my-parcels');
  };
  const beginAnew = () => {
    dropDraft(draftName);
    void keepDraftFile(draftName, undefined);
    setKept(undefined);
  };
  return (
    <>
      {kept && <ResumedDraft onDrop={beginAnew} />}
      <SendWizard
        key={kept ? 'kept' : 'anew'}
        draftName={draftName}
        draft={kept ?? valuesOf(parcel)}
        edited={parcel}
        onPublished={leave}
      />
    </>
  );
}
