import { useState } from 'react';
import type { AdminProfile } from '#shared/admin/contract.ts';
import { decided, reasonTemplates } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { DocumentKind } from '#shared/values/files.ts';
import { of } from '#shared/values/french.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { AdminCard, StatusBadge } from '#web/features/admin/admin-card.tsx';
import { adminApi, identityDocumentsApi } from '#web/features/admin/api.ts';
import { HistoryLink } from '#web/features/admin/history-link.tsx';
import { NewName } from '#web/features/admin/new-name.tsx';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { Verdict } from '#web/features/admin/verdict.tsx';
import { ReasonDialog } from '#web/forms/reason-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

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
      title={<bdi>{name}</bdi>}
      avatar={<Avatar member={card} />}
      badge={<StatusBadge status={status} />}
    >
      <p className="small">
        <bdi>{profile.phone || 'Téléphone non renseigné'}</bdi> · <bdi>{profile.email}</bdi>
        {!profile.emailConfirmed && ' (email non confirmé)'}
      </p>
      <p className="small muted">
        Inscrit le {shortDay(dayOf(Date.parse(profile.createdAt)))}
        {profile.isAdmin && ' · Administrateur'}
      </p>
      {profile.statusReason && (
        <p className="small">
          Motif : <bdi>{profile.statusReason}</bdi>
        </p>
      )}
      <div className="cluster">
        <Document profile={profile} kind="id_document" />
        <Document profile={profile} kind="face_photo" />
      </div>
      {status === 'pending' && !hasDocument && (
        <p className="small">En attente des documents d'identité de l'utilisateur</p>
      )}
      {profile.newName && <NewName profile={profile} newName={profile.newName} />}
      <ProfileActs profile={profile} name={name} isWaiting={isWaiting} />
    </AdminCard>
  );
}

function Document({ profile, kind }: { profile: AdminProfile; kind: DocumentKind }) {
  const isPhoto = kind === 'face_photo';
  const state = isPhoto ? profile.documents.facePhoto : profile.documents.idDocument;
  if (!isHere(state)) {
    const sentences = profile.validatedAt
      ? (['Photo effacée après la décision', 'Document effacé après la décision'] as const)
      : (['Aucune photo fournie', 'Aucun document fourni'] as const);
    return <span className="muted small">{sentences[isPhoto ? 0 : 1]}</span>;
  }
  return (
    <FileButton
      label={isPhoto ? 'Voir la photo du visage' : "Voir la pièce d'identité"}
      alt={nameOf(profile.card)}
      read={() => identityDocumentsApi.profileDocument({ params: { userId: profile.card.id, kind } })}
    />
  );
}

function ProfileActs({ profile, name, isWaiting }: { profile: AdminProfile; name: string; isWaiting: boolean }) {
  const { me } = useSession();
  const [blocking, setBlocking] = useState(false);
  const decision = useDecision<AdminProfile>('adminProfiles', ({ card }) => card.id);
  const { version, status } = profile;
  const call = { params: { userId: profile.card.id }, version };
  const act = (name: string, reason?: string) => ({ name, id: profile.card.id, version, reason });
  const isBlocked = status === 'blocked';

  const approve = () =>
    decision.mutate({
      act: act('approve'),
      send: (options) => adminApi.approveProfile(call, options),
      done: decided('profile', 'approved'),
    });
  const reject = (reason: string, close: () => void) =>
    decision.mutate(
      {
        act: act('reject', reason),
        send: (options) => adminApi.rejectProfile({ ...call, body: { reason } }, options),
        done: decided('profile', 'rejected'),
      },
      { onSettled: close },
    );
  const unblock = () =>
    decision.mutate({
      act: act('unblock'),
      send: (options) => adminApi.unblockProfile(call, options),
      done: { title: 'Profil débloqué' },
    });
  const block = (reason: string) =>
    decision.mutate(
      {
        act: act('block', reason),
        send: (options) => adminApi.blockProfile({ ...call, body: { reason } }, options),
        done: { title: 'Profil bloqué' },
      },
      { onSettled: () => setBlocking(false) },
    );

  return (
    <div className="admin-card__acts">
      {isWaiting && (
        <Verdict
          name={name}
          rejectTitle={`Rejeter le profil ${of(name)} ?`}
          templates={reasonTemplates.rejectProfile}
          busy={decision.isPending}
          onApprove={approve}
          onReject={reject}
        />
      )}
      <HistoryLink id={profile.card.id} name={name} />
      {profile.card.id !== me?.id && (
        <button
          type="button"
          className="amplify-button amplify-button--link"
          aria-label={`${isBlocked ? 'Débloquer' : 'Bloquer'} : ${name}`}
          onClick={() => (isBlocked ? unblock() : setBlocking(true))}
        >
          {isBlocked ? 'Débloquer' : 'Bloquer'}
        </button>
      )}
      {blocking && (
        <ReasonDialog
          title={`Bloquer ${name} ?`}
          confirm="Bloquer le profil"
          hint="Le membre lira ce texte."
          templates={reasonTemplates.blockProfile}
          busy={decision.isPending}
          onConfirm={block}
          onClose={() => setBlocking(false)}
        />
      )}
    </div>
  );
}
