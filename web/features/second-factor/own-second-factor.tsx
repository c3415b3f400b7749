import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorApi, secondFactorQuery } from '#web/features/second-factor/api.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { RecoveryCodes } from '#web/features/second-factor/recovery-codes.tsx';
import { SetUp } from '#web/features/second-factor/set-up.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { touch } from '#web/lib/api/query.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** The administrator's own second factor: how many recovery codes are left, new ones, another telephone. */
export function OwnSecondFactor() {
  const { me } = useSession();
  const queries = useQueryClient();
  const [shown, setShown] = useState<'renewing' | 'moving'>();
  const standing = useQuery({ ...secondFactorQuery('secondFactorStanding'), staleTime: 0 });
  const renew = useMutation({
    mutationFn: () => secondFactorApi.renewRecoveryCodes(),
  });
  const end = () => {
    setShown(undefined);
    renew.reset();
    void touch(queries, ['secondFactor', 'secondFactorStanding'], ['admin', 'adminLogs']);
  };
  const left = standing.data?.recoveryCodesLeft;
  return (
    <section className="card stack" aria-labelledby="own-second-factor">
      <h2 id="own-second-factor">Ma validation en deux étapes</h2>
      {standing.isError && <PanelLoadFailed error={standing.error} onRetry={() => void standing.refetch()} />}
      {left !== undefined && (
        <p>
          {left === 0
            ? 'Il ne vous reste aucun code de secours.'
            : `Codes de secours qui vous restent : ${left} sur 10.`}
          {left <= 2 && ' Faites-en de nouveaux, pour ne pas perdre votre accès avec votre téléphone.'}
        </p>
      )}
      <div className="cluster">
        <Button size="small" onClick={() => setShown('renewing')}>
          Nouveaux codes de secours
        </Button>
        <Button size="small" onClick={() => setShown('moving')}>
          Changer de téléphone
        </Button>
      </div>
      <ConfirmDialog
        open={shown === 'renewing'}
        title="Faire dix nouveaux codes de secours ?"
        confirm="Faire de nouveaux codes"
        onConfirm={() => renew.mutateAsync().catch(failedAs('Impossible de faire de nouveaux codes'))}
        onClose={() => setShown(undefined)}
      >
        <p>Vos codes d'aujourd'hui ne serviront plus.</p>
      </ConfirmDialog>
      {renew.data && (
        <Dialog open title="Vos nouveaux codes de secours" onClose={end}>
          <RecoveryCodes codes={renew.data.codes} done="Terminer" onDone={end} />
        </Dialog>
      )}
      {shown === 'moving' && (
        <Dialog open title="Changer de téléphone" onClose={end}>
          <SetUp email={me?.email ?? ''} done="Terminer" onDone={end} />
        </Dialog>
      )}
    </section>
  );
}
