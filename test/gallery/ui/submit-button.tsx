import { MoreButton, SubmitButton } from '#web/ui/submit-button.tsx';
import { type Examples, nothing } from '../examples.ts';

export const examples: Examples = {
  ready: <SubmitButton>Envoyer</SubmitButton>,
  busy: <SubmitButton busy>Envoyer</SubmitButton>,
  'busy, with its own text': (
    <SubmitButton busy busyText="Envoi…">
      Envoyer
    </SubmitButton>
  ),
  disabled: <SubmitButton disabled>Envoyer</SubmitButton>,
  destructive: <SubmitButton variant="destructive">Supprimer</SubmitButton>,
  'more of a list': <MoreButton hasMore busy={false} onMore={nothing} />,
  'more of a list, busy': <MoreButton hasMore busy onMore={nothing} />,
};
