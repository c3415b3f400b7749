import { useMutation } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/contract.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Confirms a new address with one press, for a member who opened the link sent to it. */
export function NewAddress({ me, token }: { me: Me; token: string }) {
  const { refresh } = useSession();
  const taking = useMutation({
    mutationFn: () => accountsApi.confirmCorrectedEmail({ body: { token } }),
    onSuccess: refresh,
  });
  const problem = taking.error ? sentenceOf('newEmail', taking.error) : undefined;
  return (
    <section className="card card--roomy stack" aria-labelledby="new-address-title">
      <h2 id="new-address-title">Votre nouvelle adresse email</h2>
      {taking.isSuccess ? (
        <Callout tone="success" title="Adresse modifiée" live>
          <p>
            Vous vous connectez désormais avec <bdi translate="no">{me.email}</bdi>, et nos emails y arrivent.
          </p>
        </Callout>
      ) : (
        <>
          <p>
            Votre adresse actuelle est <bdi translate="no">{me.email}</bdi>. Utiliser à sa place celle où vous avez reçu
            notre email ?
          </p>
          {problem && (
            <Callout tone="error" title={problem.title} live>
              <p>{problem.detail}</p>
            </Callout>
          )}
          <div>
            <SubmitButton type="button" busy={taking.isPending} busyText="Un instant…" onClick={() => taking.mutate()}>
              Utiliser cette adresse
            </SubmitButton>
          </div>
        </>
      )}
    </section>
  );
}
