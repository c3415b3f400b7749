import { CardSkeletons, Loading, PageSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { type Examples, nothing } from '../examples.ts';

export const examples: Examples = {
  'one bar': <Skeleton />,
  'a part of a page, after 8 s with a retry': (
    <Loading onRetry={nothing}>
      <Skeleton width="60%" height="2rem" />
    </Loading>
  ),
  cards: <CardSkeletons count={3} />,
  'a page': <PageSkeleton />,
};
