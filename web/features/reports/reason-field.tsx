import type { ComponentProps } from 'react';
import { forbiddenGoods } from '#shared/parcels/words.ts';
import { callPoliceFirst, reasonLabels } from '#shared/reports/words.ts';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/callout.tsx';

const options = Object.entries(reasonLabels).map(([value, label]) => ({ value, label }));

/** The seven reasons, with who to call first in a danger, and what is forbidden. `chosen` is the present answer. */
export function ReasonField({
  chosen,
  ...field
}: Omit<ComponentProps<typeof RadioCards>, 'label' | 'options'> & { chosen: string }) {
  const { me } = useSession();
  return (
    <>
      <RadioCards label="Que se passe-t-il ?" options={options} {...field} />
      {chosen === 'danger' && (
        <Callout tone="error" live>
          <p>{callPoliceFirst(me?.phone)}</p>
        </Callout>
      )}
      {chosen === 'forbidden' && <p className="small muted">Ne peuvent pas voyager : {forbiddenGoods.join(' · ')}.</p>}
    </>
  );
}
