import { Callout } from '#web/ui/callout.tsx';
import type { Examples } from '../examples.ts';

const tones = ['info', 'success', 'warning', 'error'] as const;

export const examples: Examples = {
  ...Object.fromEntries(
    tones.map((tone) => [
      tone,
      <Callout key={tone} tone={tone} title="Votre profil est en attente">
        <p>Nous vérifions votre pièce d'identité sous 48 heures.</p>
      </Callout>,
    ]),
  ),
  'without a title': (
    <Callout tone="info">
      <p>Le colis est en pause.</p>
    </Callout>
  ),
  'a title alone': <Callout tone="success" title="Votre avis est publié" />,
};
