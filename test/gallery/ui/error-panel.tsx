import { ApiProblem } from '#web/lib/api/problem.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel, LoadFailed } from '#web/ui/error-panel.tsx';
import { type Examples, nothing } from '../examples.ts';

export const examples: Examples = {
  'a message alone': <ErrorPanel message="Ce lien a expiré." />,
  'with a title and a retry': (
    <ErrorPanel title="Envoi impossible" message="Vérifiez votre connexion." onRetry={nothing} />
  ),
  'with a next step': (
    <ErrorPanel title="Lien invalide" message="Demandez un nouveau lien.">
      <Button size="small">Demander un lien</Button>
    </ErrorPanel>
  ),
  'no answer': <LoadFailed error={new Error('no answer')} onRetry={nothing} />,
  'something that does not exist': (
    <LoadFailed
      title="Colis non trouvé"
      error={new ApiProblem('NOT_FOUND', { title: 'Introuvable', detail: "Ce colis n'existe pas ou plus." })}
      onRetry={nothing}
    />
  ),
};
