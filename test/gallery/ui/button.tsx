import { Button } from '#web/ui/button.tsx';
import type { Examples } from '../examples.ts';

const variants = ['default', 'primary', 'accent', 'destructive', 'link'] as const;

export const examples: Examples = {
  ...Object.fromEntries(
    variants.map((variant) => [
      variant,
      <div key={variant} className="cluster">
        <Button variant={variant}>Publier le colis</Button>
        <Button variant={variant} size="small">
          Petit
        </Button>
        <Button variant={variant} disabled>
          Désactivé
        </Button>
      </div>,
    ]),
  ),
  'a link': (
    <Button as="a" variant="primary" href="https://example.org">
      Trouver un voyageur
    </Button>
  ),
};
