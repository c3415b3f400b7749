import type { AdminProfile } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { nameDecided, otherDecides, reasonTemplates } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { DocumentsButton } from '#web/features/admin/profiles/documents-button.tsx';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { Verdict } from '#web/features/admin/verdict.tsx';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Facts } from '#web/ui/facts.tsx';
import '#web/features/admin/admin.css';

interface NewNameProps {
  profile: AdminProfile;
  newName: NonNullable<AdminProfile['newName']>;
}

/** The new name of a verified member beside the checked one, its document, and the decision about it. */
export function NewName({ profile, newName }: NewNameProps) {
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
