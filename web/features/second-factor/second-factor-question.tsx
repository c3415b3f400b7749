import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { OneTimeCode, RecoveryCode } from '#shared/second-factor/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { proved, putOffQuestion } from '#web/lib/session/second-factor.ts';
import { channelOf } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { secondFactorApi, secondFactorQuery } from './api.ts';
import { CodeForm } from './code-form.tsx';

/** The waiting calls go on, and what could not be read in the meantime is read again. */
function end(until: string): void {
  proved(until);
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.error instanceof ApiProblem && state.error.code === 'SECOND_FACTOR',
  });
}

/**
 * Ends the question. All tabs of a browser share the session, so one answer closes the question in each.
 */
function useProved(): (until: string) => void {
  const tabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = channelOf('envoyage.second-factor');
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => end(data));
    tabs.current = channel;
    return () => channel?.close();
  }, []);
  return (until) => {
    tabs.current?.postMessage(until);
    end(until);
  };
}

/**
 * Asks an administrator for their second factor on top of the current page; the refused call continues with the answer.
 * After closing, it appears again with their next act.
 */
export function SecondFactorQuestion() {
  const formId = useId();
  const [kind, setKind] = useState<'application' | 'recovery'>('application');
  const [busy, setBusy] = useState(false);
  const standing = useQuery({ ...secondFactorQuery('secondFactorStanding'), staleTime: 0 });
  const done = useProved();
  const { isSetUp, lockedUntil, recoveryCodesLeft } = standing.data ?? {};

  const prove = async (code: string, idempotencyKey: string) =>
    done((await secondFactorApi.proveSecondFactor({ body: { code } }, { idempotencyKey })).until);
  const recover = async (code: string, idempotencyKey: string) => {
    const answer = await secondFactorApi.useRecoveryCode({ body: { code } }, { idempotencyKey });
    toast.info('Code de secours accepté', leftText(answer.recoveryCodesLeft));
    done(answer.until);
  };
  const later = <Button onClick={putOffQuestion}>Plus tard</Button>;
  return (
    <Dialog
      open
      title="Confirmez que c'est bien vous"
      size="small"
      onClose={putOffQuestion}
      footer={
        isSetUp ? (
          <>
            {later}
            <SubmitButton form={formId} busy={busy} busyText="Vérification…">
              Confirmer
            </SubmitButton>
          </>
        ) : (
          later
        )
      }
    >
      {standing.isError && <LoadFailed error={standing.error} onRetry={() => void standing.refetch()} />}
      {standing.isPending && <CardSkeletons count={1} />}
      {isSetUp === false && <NotSetUp />}
      {isSetUp && (
        <div className="stack">
          {lockedUntil && (
            <Callout tone="warning">
              <p>
                Trop de codes incorrects ont été saisis. Pour votre sécurité, aucun code n'est accepté jusqu'au{' '}
                <Moment at={lockedUntil} />.
              </p>
            </Callout>
          )}
          <p>
            Le panel demande un code toutes les 30 minutes. Rien de ce que vous avez saisi n'est perdu : ce que vous
            faisiez continue aussitôt.
          </p>
          <CodeForm
            key={kind}
            formId={formId}
            kind={kind}
            schema={kind === 'application' ? OneTimeCode : RecoveryCode}
            send={kind === 'application' ? prove : recover}
            onBusy={setBusy}
          />
          <div>
            <Button
              variant="link"
              size="small"
              onClick={() => setKind(kind === 'application' ? 'recovery' : 'application')}
            >
              {kind === 'application' ? 'Utiliser un code de secours' : "Utiliser le code de l'application"}
            </Button>
          </div>
          {kind === 'recovery' && <p className="small muted">{leftText(recoveryCodesLeft ?? 0)}</p>}
        </div>
      )}
    </Dialog>
  );
}

/** A plain link, because the dialog is outside the router. */
const NotSetUp = () => (
  <div className="stack">
    <p>
      Votre validation en deux étapes n'est pas configurée, ou elle a été réinitialisée. Configurez-la pour continuer :
      il vous faut votre mot de passe et votre téléphone.
    </p>
    <p>
      <a href={paths.admin}>Configurer la validation en deux étapes</a>
    </p>
  </div>
);

const leftText = (count: number): string => {
  if (count === 0)
    return "Il ne vous reste aucun code de secours : faites-en d'autres dans « Gestion Administrateurs ».";
  return `Il vous reste ${count} ${count === 1 ? 'code' : 'codes'} de secours.`;
};
