import '#web/features/deliveries/deliveries.css';
import { useState } from 'react';
import type { AdminParcel } from '#shared/admin/contract.ts';
import { queues } from '#shared/admin/queues.ts';
import { mayLeakText, refusedAtDoor } from '#shared/admin/words.ts';
import { OverrideTarget } from '#shared/deliveries/contract.ts';
import { canOverride } from '#shared/deliveries/problem-rules.ts';
import { overrideSentences } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ContentsRefused } from '#shared/parcels/record.ts';
import { fileErasedWords, sizeLabels, weightText } from '#shared/parcels/words.ts';
import { badgeOf, carrierWord, priceOf } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AdminCard, HistoryLink, StatusBadge } from '#web/features/admin/admin-card.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { QueueKeys } from '#web/features/admin/queue/queue-keys.tsx';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { ContentsList } from '#web/features/parcels/contents-list.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FileButton } from '#web/ui/files/look-button.tsx';
import { DeleteParcel } from './delete-listing.tsx';
import { ListingFilter, useListingQuery } from './listing-filter.tsx';
import { ListingVerdict } from './listing-verdict.tsx';
import { ParcelHistory } from './parcel-history.tsx';

const outcomes: Readonly<Record<OverrideTarget, string>> = {
  active: 'Annonce de nouveau active',
  returned: "Colis rendu à l'expéditeur",
  delivered: 'Colis livré',
  lost: 'Colis perdu',
  seized: 'Colis saisi par la douane',
  cancelled: 'Colis annulé',
};

const settle = {
  button: 'Débloquer la livraison',
  done: 'Livraison débloquée',
  hint: 'Les deux membres lisent ce motif.',
  text: "À faire quand les deux membres ne le peuvent plus, par exemple parce que l'un d'eux est bloqué. Tous deux en sont informés par email ; les photos restent.",
};
const withdraw: typeof settle = {
  button: "Changer l'annonce",
  done: 'Annonce changée',
  hint: 'Le membre lit ce motif.',
  text: 'Le membre en est informé par email. Une annonce annulée ne revient pas : il peut en publier une autre.',
};

/** The root administrator settles a parcel when the two participants cannot (rule 109), never one of their own. */
function OverrideParcel({ parcel }: { parcel: AdminParcel }) {
  const { me } = useSession();
  const [isAsked, setAsked] = useState(false);
  const targets = OverrideTarget.options.filter((to) => canOverride(parcel, to));
  const [to, setTo] = useState(targets.length === 1 ? targets[0] : undefined);
  const [isMissing, setMissing] = useState(false);
  const decision = useDecision<AdminParcel>('adminParcels', (item) => item.id);
  const words = parcel.carrierId ? settle : withdraw;
  const isTheirs = me?.id === parcel.ownerId || me?.id === parcel.carrierId;
  if (!me?.isRootAdmin || isTheirs || targets.length === 0) return null;

  const missing = () => {
    setMissing(true);
    document.getElementById(fieldId('outcome'))?.focus();
  };
  const decide = async (reason: string) => {
    if (!to) return;
    const { id, version } = parcel;
    await decision.decide({
      act: { name: 'override', id, version, reason, to },
      send: (options) => adminApi.overrideParcel({ params: { parcelId: id }, version, body: { to, reason } }, options),
      done: { title: words.done, detail: overrideSentences[to] },
    });
  };
  return (
    <>
      <Button size="small" aria-label={`${words.button} : ${isolated(parcel.title)}`} onClick={() => setAsked(true)}>
        {words.button}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={`${words.button} : « ${isolated(parcel.title)} » ?`}
          draftName={reasonDraft('override', parcel.id)}
          confirm={words.button}
          hint={words.hint}
          refuse={to ? undefined : missing}
          onConfirm={decide}
          onClose={() => setAsked(false)}
        >
          <p>{words.text}</p>
          <SelectField
            label="Issue"
            name="outcome"
            options={targets.map((target) => [target, outcomes[target]] as const)}
            placeholder="Choisir une issue"
            error={isMissing && !to ? "Choisissez l'issue" : undefined}
            value={to ?? ''}
            onChange={({ target }) => setTo(OverrideTarget.safeParse(target.value).data)}
          />
          {to && <p className="small">{overrideSentences[to]}</p>}
        </ReasonDialog>
      )}
    </>
  );
}

/** Parcels to validate, and all parcels (product 2.2, Colis). */
export function ParcelsTab() {
  const query = useListingQuery();
  const list = usePages(queryKey('admin', 'adminParcels', { query }), (cursor, options) =>
    adminApi.adminParcels({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2>Validation des Colis</h2>
      <div className="admin-filters">
        <ListingFilter tab="parcels" />
      </div>
      <QueueKeys />
      <AdminList
        list={list}
        empty={query.id ? 'Cette annonce est supprimée' : 'Aucun colis disponible'}
        queue={
          query.status === 'pending' && { end: queues.parcel.end, waits: ({ waitsSince }) => waitsSince !== undefined }
        }
      >
        {(parcels) => (
          <ul className="admin-list">
            {parcels.map((parcel) => (
              <ParcelCard key={parcel.id} parcel={parcel} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

function RefusedAtDoor({ refusal: { by, reason, correctedAt } }: { refusal: ContentsRefused }) {
  return (
    <p className="small">
      {refusedAtDoor.label} :{' '}
      {reason && (
        <>
          « <bdi className="member-text">{reason}</bdi> »,{' '}
        </>
      )}
      <bdi translate="no">{nameOf(by)}</bdi>. {correctedAt ? refusedAtDoor.corrected : refusedAtDoor.unchanged}
    </p>
  );
}

function ParcelCard({ parcel }: { parcel: AdminParcel }) {
  const { title, pickup, delivery, adminStatus, version } = parcel;
  const call = { params: { parcelId: parcel.id }, version };
  const flags = [...(parcel.isFragile ? ['Fragile'] : []), ...(parcel.hasElectronics ? ['Appareil électronique'] : [])];
  return (
    <AdminCard
      version={version}
      queue="parcel"
      waitsSince={parcel.waitsSince}
      title={<bdi>{title}</bdi>}
      badge={<StatusBadge status={adminStatus} />}
    >
      <Facts
        facts={{
          Expéditeur: <bdi translate="no">{nameOf(parcel.owner) || 'N/A'}</bdi>,
          [carrierWord(parcel)]: parcel.carrier && <bdi translate="no">{nameOf(parcel.carrier)}</bdi>,
          'État du colis': badgeOf(parcel),
          'Numéro de suivi': <span translate="no">{parcel.trackingNumber}</span>,
          Départ: <span translate="no">{`${isolated(pickup.city)}, ${pickup.country}`}</span>,
          Destination: <span translate="no">{`${isolated(delivery.city)}, ${delivery.country}`}</span>,
          Échéance: shortDay(parcel.deadline),
          Poids: weightText(parcel.terms.grams),
          Taille: sizeLabels[parcel.size],
          Prix: priceOf(parcel.terms),
          Particularités: flags.join(', ') || 'Ni fragile, ni électronique',
          Motif: parcel.rejectionReason && <bdi>{parcel.rejectionReason}</bdi>,
        }}
      />
      <ContentsList contents={parcel.contents} ends={parcel} />
      <p dir="auto" className="member-text small">
        {parcel.description}
      </p>
      {parcel.contentsRefused && <RefusedAtDoor refusal={parcel.contentsRefused} />}
      {parcel.mayLeak && <p className="small">{mayLeakText}</p>}
      {parcel.file && (
        <div>
          <FileButton
            label={parcel.file.kind === 'pdf' ? 'Voir le document' : 'Voir la photo'}
            alt={title}
            read={() => adminApi.adminParcelFile({ params: { parcelId: parcel.id } })}
          />
        </div>
      )}
      {parcel.fileErased && <p className="muted small">{fileErasedWords}</p>}
      <ListingVerdict
        listing={parcel}
        kind="parcel"
        name={title}
        rejectTitle={`Rejeter le colis « ${isolated(title)} » ?`}
        approve={(options) => adminApi.approveParcel(call, options)}
        reject={(body, options) => adminApi.rejectParcel({ ...call, body }, options)}
      />
      <div className="cluster">
        <ParcelHistory parcel={parcel} />
        <OverrideParcel key={version} parcel={parcel} />
      </div>
      <div className="cluster">
        <HistoryLink id={parcel.id} name={title} label="Historique des décisions" />
        <DeleteParcel parcel={parcel} />
      </div>
    </AdminCard>
  );
}
