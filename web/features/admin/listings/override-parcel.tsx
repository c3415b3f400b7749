import { useState } from 'react';
import type { AdminParcel } from '#shared/admin/contract.ts';
import { OverrideTarget } from '#shared/deliveries/contract.ts';
import { canOverride } from '#shared/deliveries/rules.ts';
import { overrideSentences } from '#shared/deliveries/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

const outcomes: Readonly<Record<OverrideTarget, string>> = {
  active: 'Annonce de nouveau active',
  returned: "Colis rendu à l'expéditeur",
  delivered: 'Colis livré',
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
export function OverrideParcel({ parcel }: { parcel: AdminParcel }) {
  const { me } = useSession();
  const [isAsked, setAsked] = useState(false);
  const targets = OverrideTarget.options.filter((to) => canOverride(parcel, to));
  const [to, setTo] = useState(targets[0]);
  const decision = useDecision<AdminParcel>('adminParcels', (item) => item.id);
  const words = parcel.carrierId ? settle : withdraw;
  const isTheirs = me?.id === parcel.ownerId || me?.id === parcel.carrierId;
  if (!me?.isRootAdmin || isTheirs || targets.length === 0) return null;

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
          onConfirm={decide}
          onClose={() => setAsked(false)}
        >
          <p>{words.text}</p>
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
