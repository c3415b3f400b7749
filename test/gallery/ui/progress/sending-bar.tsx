import { SendingBar } from '#web/ui/progress/sending-bar.tsx';
import type { Examples } from '../../examples.ts';

export const examples: Examples = {
  'on its way': <SendingBar sending={{ share: 0.4, stop: () => {} }} label="Envoi de carte.jpg" />,
  arrived: <SendingBar sending={{ share: 1 }} label="Envoi de carte.jpg" />,
};
