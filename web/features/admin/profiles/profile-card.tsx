import { useState } from 'react';
import type { AdminProfile } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { decided, leavingText, nameDecided, otherDecides, reasonTemplates } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { mailRefusedText } from '#shared/profiles/words.ts';
import type { DocumentKind } from '#shared/values/files.ts';
import { shownPhone } from '#shared/values/formats.ts';
import { of } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AdminCard, HistoryLink, StatusBadge } from '#web/features/admin/admin-card.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteButton } from '#web/features/admin/delete-button.tsx';
import { RestrictionDialog } from '#web/features/admin/restriction-dialog.tsx';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { Verdict } from '#web/features/admin/verdict.tsx';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { DocumentsButton } from './documents-button.tsx';
import '#web/features/admin/admin.css';

function useProfileDecisions({ card, version }: AdminProfile) {
  const { isPending, decide, decideAtOnce } = useDecision<AdminProfile>('adminProfiles', (profile) => profile.card.id);
  const call = { params: { userId: card.id }, version };
  const act = (name: string, restriction?: Restriction) => ({ name, id: card.id, version, ...restriction });

  const approve = () =>
    decideAtOnce({
      act: act('approve'),
      send: (options) => adminApi.approveProfile(call, options),
      done: decided('profile', 'approved'),
    });
  const reject = (body: Restriction) =>
    decide({
      act: act('reject', body),
      send: (options) => adminApi.rejectProfile({ ...call, body }, options),
      done: decided('profile', 'rejected'),
    });
  const unblock = () =>
    decideAtOnce({
      act: act('unblock'),
      send: (options) => adminApi.unblockProfile(call, options),
      done: { title: 'Profil débloqué' },
    });
  const block = (body: Restriction) =>
    decide({
      act: act('block', body),
      send: (options) => adminApi.blockProfile({ ...call, body }, options),
      done: { title: 'Profil bloqué' },
    });

  return { approve, reject, block, unblock, isPending };
}

const isHere = (state: AdminProfile['documents']['idDocument']) => state === 'received' || state === 'refused';

/** A member with their documents, and the possible decisions (product 2.2, Profils). */
export function ProfileCard({ profile }: { profile: AdminProfile }) {
  const { card, documents, status } = profile;
  const name = nameOf(card);
  const hasDocument = isHere(documents.idDocument) || isHere(documents.facePhoto);
  const isWaiting = status === 'pending' && profile.emailConfirmed && hasDocument;
  return (
    <AdminCard
      version={profile.version}
      queue="profile"
      waitsSince={profile.waitsSince}
      highlighted={isWaiting || profile.newName !== undefined}
      title={<bdi translate="no">{name}</bdi>}
      avatar={<Avatar member={card} />}
      badge={
        status === 'pending' && !profile.emailConfirmed ? (
          <Badge tone="neutral">Email non confirmé</Badge>
        ) : (
          <StatusBadge status={status} />
        )
      }
    >
      <p className="small">
        <bdi translate={profile.phone ? 'no' : undefined}>{shownPhone(profile.phone) || 'Téléphone non renseigné'}</bdi>{' '}
        · <bdi translate="no">{profile.email}</bdi>
        {!profile.emailConfirmed && status !== 'pending' && ' (email non confirmé)'}
      </p>
      {profile.mailRefused && (
        <p className="small">{mailRefusedText(profile.mailRefused, shortDayOf(profile.mailRefused.since))}</p>
      )}
      <p className="small muted">
        Inscrit le {shortDayOf(profile.createdAt)}
        {profile.isAdmin && ' · Administrateur'}
      </p>
      {profile.statusReason && (
        <p className="small">
          Motif : <bdi>{profile.statusReason}</bdi>
        </p>
      )}
      {profile.leavesOn && <p className="small">{leavingText(profile.leavesOn)}</p>}
      <Documents profile={profile} name={name} />
      {status === 'pending' && !hasDocument && (
        <p className="small">En attente des documents d'identité de l'utilisateur</p>
      )}
      {profile.newName && <NewName profile={profile} newName={profile.newName} />}
      <ProfileActs profile={profile} name={name} isWaiting={isWaiting} />
    </AdminCard>
  );
}

const documentLabels: Readonly<Record<DocumentKind, string>> = {
  id_document: "Voir la pièce d'identité",
  face_photo: 'Voir la photo du visage',
};

function Documents({ profile, name }: { profile: AdminProfile; name: string }) {
  const { documents, validatedAt, card } = profile;
  const kinds: readonly DocumentKind[] = [
    ...(isHere(documents.idDocument) ? (['id_document'] as const) : []),
    ...(isHere(documents.facePhoto) ? (['face_photo'] as const) : []),
  ];
  const [kind, other] = kinds;
  const missing = validatedAt
    ? { id_document: 'Document effacé après la décision', face_photo: 'Photo effacée après la décision' }
    : { id_document: 'Aucun document fourni', face_photo: 'Aucune photo fournie' };
  return (
    <div className="cluster">
      {kind && (
        <DocumentsButton
          userId={card.id}
          name={name}
          label={other ? 'Voir les documents' : documentLabels[kind]}
          kinds={kinds}
          facts={{ 'Nom à vérifier': <bdi translate="no">{name}</bdi> }}
        />
      )}
      {(['id_document', 'face_photo'] as const)
        .filter((wanted) => !kinds.includes(wanted))
        .map((wanted) => (
          <span key={wanted} className="muted small">
            {missing[wanted]}
          </span>
        ))}
    </div>
  );
}

function ProfileActs({ profile, name, isWaiting }: { profile: AdminProfile; name: string; isWaiting: boolean }) {
  const { me } = useSession();
  const [blocking, setBlocking] = useState(false);
  const { approve, reject, block, unblock, isPending } = useProfileDecisions(profile);
  const isBlocked = profile.status === 'blocked';
  // Only the root administrator can block an administrator, and the root administrator cannot be blocked.
  const isOwn = profile.card.id === me?.id;
  const canBlock = !isOwn && (isBlocked || !profile.isAdmin || me?.isRootAdmin);

  return (
    <div className="cluster admin-card__acts">
      {isWaiting && isOwn && <p className="small">{otherDecides('profil')}</p>}
      {isWaiting && !isOwn && (
        <Verdict
          kind="profile"
          name={name}
          rejectTitle={`Rejeter le profil ${of(isolated(name))} ?`}
          draftName={reasonDraft('reject', profile.card.id)}
          templates={reasonTemplates.rejectProfile}
          busy={isPending}
          onApprove={approve}
          onReject={reject}
        />
      )}
      <HistoryLink id={profile.card.id} name={name} />
      {canBlock && (
        <Button
          variant="link"
          size="small"
          aria-label={`${isBlocked ? 'Débloquer' : 'Bloquer'} : ${isolated(name)}`}
          onClick={() => (isBlocked ? unblock() : setBlocking(true))}
        >
          {isBlocked ? 'Débloquer' : 'Bloquer'}
        </Button>
      )}
      {me?.isRootAdmin && !isOwn && !profile.isAdmin && <DeleteProfile profile={profile} name={name} />}
      {blocking && (
        <RestrictionDialog
          kind="profile"
          title={`Bloquer ${isolated(name)} ?`}
          draftName={reasonDraft('block', profile.card.id)}
          confirm="Bloquer le profil"
          templates={reasonTemplates.blockProfile}
          onConfirm={block}
          onClose={() => setBlocking(false)}
        >
          <p>
            Aussitôt, ce membre ne peut plus se connecter, ses annonces quittent la recherche, et ses propositions ne
            peuvent plus être acceptées. Ses livraisons en cours restent ouvertes, sans lui.
          </p>
          {profile.status === 'approved' && (
            <p>
              Débloquer ce profil ne rendra pas sa vérification{profile.newName && ', ni son nouveau nom en attente'} :
              son identité devra être vérifiée de nouveau.
            </p>
          )}
        </RestrictionDialog>
      )}
    </div>
  );
}

function DeleteProfile({ profile, name }: { profile: AdminProfile; name: string }) {
  return (
    <DeleteButton
      id={profile.card.id}
      name={name}
      confirm="Supprimer le profil"
      templates={reasonTemplates.deleteProfile}
      isWordAsked
      version={profile.version}
      kind="profile"
      send={(body, options) =>
        adminApi.deleteProfile({ params: { userId: profile.card.id }, version: profile.version, body }, options)
      }
      shownBy={[queryKey('admin', 'adminProfiles')]}
    >
      <p>
        Le compte <bdi translate="no">{of(isolated(name))}</bdi> est fermé à l'instant et effacé pour toujours : profil,
        documents, photos, colis et trajets avec leur historique, amis, avis donnés et reçus.
      </p>
      <p>
        Les autres membres gardent leurs conversations, sous le nom « Ancien membre ». Les justificatifs de paiement et
        le journal restent, sans nom. Passé le délai de rétractation de 14 jours, un abonnement en cours n'est pas
        remboursé.
      </p>
    </DeleteButton>
  );
}

interface NewNameProps {
  profile: AdminProfile;
  newName: NonNullable<AdminProfile['newName']>;
}

/** The new name of a verified member beside the checked one, its document, and the decision about it. */
function NewName({ profile, newName }: NewNameProps) {
  const { me } = useSession();
  const decision = useDecision<AdminProfile>('adminProfiles', ({ card }) => card.id);
  const userId = profile.card.id;
  const { version } = profile;
  const call = { params: { userId }, version };
  const act = (name: string, restriction?: Restriction) => ({ name, id: userId, version, ...restriction });
  const wanted = nameOf(newName);

  const approve = () =>
    decision.decideAtOnce({
      act: act('approveName'),
      send: (options) => adminApi.approveName(call, options),
      done: nameDecided.approved,
    });
  const refuse = (body: Restriction) =>
    decision.decide({
      act: act('refuseName', body),
      send: (options) => adminApi.refuseName({ ...call, body }, options),
      done: nameDecided.refused,
    });

  return (
    <div className="stack new-name">
      <h4>Nouveau nom à vérifier</h4>
      <Facts
        facts={{
          'Nom vérifié': <bdi translate="no">{nameOf(profile.card)}</bdi>,
          'Nouveau nom': <bdi translate="no">{wanted}</bdi>,
          'Demandé le': shortDayOf(newName.at),
        }}
      />
      {newName.hasDocument ? (
        <div>
          <DocumentsButton
            userId={userId}
            name={wanted}
            label="Voir la pièce d'identité du nouveau nom"
            kinds={['name_document']}
            facts={{ 'Nom à vérifier': <bdi translate="no">{wanted}</bdi> }}
          />
        </div>
      ) : (
        <p className="small">
          Aucune pièce d'identité n'accompagne ce nom : refusez-le, pour que le membre en envoie une.
        </p>
      )}
      {userId === me?.id ? (
        <p className="small">{otherDecides('nom')}</p>
      ) : (
        <Verdict
          kind="profile"
          name={`nouveau nom ${isolated(wanted)}`}
          rejectTitle={`Refuser le nouveau nom « ${isolated(wanted)} » ?`}
          draftName={reasonDraft('refuseName', userId)}
          templates={reasonTemplates.refuseName}
          busy={decision.isPending}
          {...(newName.hasDocument ? { onApprove: approve } : {})}
          onReject={refuse}
        />
      )}
    </div>
  );
}
