import { Stepper } from '#web/ui/progress/stepper.tsx';
import type { Examples } from '../../examples.ts';

const steps = ['Identité', 'Compte', 'Justificatifs'];

export const examples: Examples = {
  'first step': <Stepper steps={steps} current={0} />,
  'second step': <Stepper steps={steps} current={1} />,
  'last step': <Stepper steps={steps} current={2} />,
};
