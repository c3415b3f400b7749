import { Star } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  pending: <Badge tone="pending">En attente</Badge>,
  success: <Badge tone="success">Livré</Badge>,
  error: <Badge tone="error">Refusé</Badge>,
  progress: <Badge tone="progress">En transit</Badge>,
  neutral: <Badge tone="neutral">Brouillon</Badge>,
  'with its own icon': (
    <Badge tone="neutral" icon={Star}>
      Favori
    </Badge>
  ),
};
