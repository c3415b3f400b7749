import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  focused: <AppearingHeading>Vérifiez vos emails</AppearingHeading>,
};
