import type { ComponentProps } from 'react';
import { callPoliceFirst, reasonLabels } from '#shared/reports/words.ts';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { Callout } from '#web/ui/callout.tsx';

const options = Object.entries(reasonLabels).map(([value, label]) => ({ value, label }));

/** The seven reasons, and who to call first in a danger: `chosen` is the present answer. */
export function ReasonField({
  chosen,
  ...field
}: Omit<ComponentProps<typeof RadioCards>, 'label' | 'options'> & { chosen: string }) {
  return (
    <>
      <RadioCards label="Que se passe-t-il ?" options={options} {...field} />
      {chosen === 'danger' && (
        <Callout tone="error" live>
          <p>{callPoliceFirst}</p>
        </Callout>
      )}
    </>
  );
}
