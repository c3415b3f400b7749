import { useMutation } from '@tanstack/react-query';
import type { LeavingMe } from '#shared/accounts/me.ts';
import { paths } from '#shared/site/paths.ts';
import { longDay } from '#shared/values/time.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { OwnArchive } from '#web/features/exports/own-archive.tsx';
import { failed } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export function LeavingAccount({ leaving: { leavesOn, email, mailRefused: refusal } }: { leaving: LeavingMe }) {
  const [params] = usePageQuery(paths.profile);
  const { refresh, signOut } = useSession();
  const staying = useMutation({
    mutationFn: () => accountsApi.cancelDeletion(),
    onSuccess: async () => {
      await refresh();
      toast.success('Suppression annulée', "Votre compte est de nouveau ouvert, avec tout ce qu'il contenait.");
    },
  });
  const problem = staying.error ? failed('Suppression non annulée', staying.error) : undefined;
  return (
    <div className="container message-page stack">
      <AppearingHeading>Votre compte sera supprimé</AppearingHeading>
      <div className="card card--roomy stack">
        <p>
          Vous avez demandé la suppression de votre compte. Il sera effacé pour toujours le{' '}
          <strong>{longDay(leavesOn)}</strong>.
        </p>
        <p>
          D'ici là, les autres membres ne voient ni votre profil ni vos annonces. Si vous annulez, vous retrouvez tout
          comme avant.
        </p>
        {problem && <ErrorPanel title={problem.title} message={problem.detail} />}
        <div className="cluster">
          <SubmitButton type="button" busy={staying.isPending} busyText="Un instant…" onClick={() => staying.mutate()}>
            Annuler la suppression
          </SubmitButton>
          <Button onClick={() => void signOut()}>Se déconnecter</Button>
        </div>
      </div>
      <OwnArchive
        email={email}
        secret={params.get('archive')}
        lost={refusal && { refusal, remedy: "Annulez d'abord la suppression pour corriger votre adresse." }}
      />
    </div>
  );
}
