import { Button } from '#web/ui/button.tsx';
/**
 * Leads to the step before. It appears in the place of « Continuer », so it ignores the second click of a double-click.
 */
export const StepBack = ({ onBack }: { onBack: () => void }) => (
  <Button onClick={({ detail }) => detail < 2 && onBack()}>Retour</Button>
);
