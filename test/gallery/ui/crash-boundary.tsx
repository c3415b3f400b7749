import { PartMissing } from '#web/lib/load-part.ts';
import { CrashBoundary } from '#web/ui/crash-boundary.tsx';
import { type Examples, nothing } from '../examples.ts';

function Missing({ why }: { why: PartMissing['why'] }): never {
  throw new PartMissing(why, undefined);
}

export const examples: Examples = {
  'a page without a network': (
    <CrashBoundary>
      <Missing why="offline" />
    </CrashBoundary>
  ),
  'a page of an earlier build': (
    <CrashBoundary>
      <Missing why="gone" />
    </CrashBoundary>
  ),
  'a part beside the page': (
    <CrashBoundary onFault={nothing}>
      <Missing why="offline" />
    </CrashBoundary>
  ),
};
