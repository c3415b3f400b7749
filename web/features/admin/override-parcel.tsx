import { useState } from 'react';
import type { AdminParcel } from '#shared/admin/contract.ts';
import { OverrideTarget } from '#shared/deliveries/contract.ts';
import { canOverride } from '#shared/deliveries/rules.ts';
import { overrideSentences } from '#shared/deliveries/words.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { ReasonDialog } from '#web/forms/reason-dialog.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { useSession } from '#web/lib/session/session.ts';

const outcomes: Readonly<Record<OverrideTarget, string>> = {
  active: 'Retirer le transporteur, annonce de nouveau active',
  returned: "Colis rendu à l'expéditeur",
  delivered: 'Colis livré',
  cancelled: 'Envoi annulé',
};

/** The principal settles a parcel that its two people cannot (rule 109), never one of their own. */
export function OverrideParcel({ parcel }: { parcel: AdminParcel }) {
  const { me } = useSession();
  const [isAsked, setAsked] = useState(false);
  const targets = OverrideTarget.options.filter((to) => canOverride(parcel, to));
  const [to, setTo] = useState(targets[0]);
  const decision = useDecision<AdminParcel>('adminParcels', (item) => item.id);
  const isTheirs = me?.id === parcel.ownerId || me?.id === parcel.carrierId;
  if (!me?.isRootAdmin || isTheirs || targets.length === 0) return null;

  const settle = (reason: string) => {
    if (!to) return;
    const { id, version } = parcel;
    decision.mutate(
      {
        act: { name: `override ${to}`, id, version, reason },
        send: (options) =>
          adminApi.overrideParcel({ params: { parcelId: id }, version, body: { to, reason } }, options),
        done: { title: 'Livraison réglée', detail: overrideSentences[to] },
      },
      { onSettled: () => setAsked(false) },
    );
  };
  return (
    <>
      <button
        type="button"
        className="amplify-button amplify-button--small"
        aria-label={`Régler la livraison : ${parcel.title}`}
        onClick={() => setAsked(true)}
      >
        Régler la livraison
      </button>
      {isAsked && (
        <ReasonDialog
          title={`Régler la livraison de « ${parcel.title} » ?`}
          confirm="Régler la livraison"
          hint="Les deux membres lisent ce motif."
          busy={decision.isPending}
          onConfirm={settle}
          onClose={() => setAsked(false)}
        >
          <p>
            À faire quand les deux membres ne le peuvent plus, par exemple parce que l'un d'eux est bloqué. Tous deux en
            sont informés par email ; les photos restent.
          </p>
          <SelectField
            label="Issue"
            name="outcome"
            options={targets.map((target) => [target, outcomes[target]] as const)}
            value={to ?? ''}
            onChange={({ target }) => setTo(OverrideTarget.parse(target.value))}
          />
          {to && <p className="small">{overrideSentences[to]}</p>}
        </ReasonDialog>
      )}
    </>
  );
}
