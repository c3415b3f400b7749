import { Button } from '#web/ui/button.tsx';
/**
 * Leads to the step before. It appears where « Continuer » was, so the second click of a double one is not meant for
 * it.
 */
export const StepBack = ({ onBack }: { onBack: () => void }) => (
  <Button onClick={({ detail }) => detail < 2 && onBack()}>Retour</Button>
);
