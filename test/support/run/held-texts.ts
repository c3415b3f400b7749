import { afterEach } from 'vitest';

/** The fields read from React's tree. */
interface Fiber {
  tag: number;
  memoizedProps: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  return: Fiber | null;
  type: unknown;
}

/** React's own number of a text node that it holds. */
const hostText = 6;

/** Before React is loaded: it tells its tree to developer tools after each change, those of its first file. */
const hook = ((globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: unknown }).__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  found: new Set<string>(),
  supportsFiber: true,
  inject: () => 1,
  checkDCE: () => {},
  onCommitFiberUnmount: () => {},
  onCommitFiberRoot: (_id: number, root: { current: Fiber }) => lookFor(root.current),
}) as { found: Set<string> };

function lookFor(fiber: Fiber): void {
  if (fiber.tag === hostText && String(fiber.memoizedProps).trim())
    hook.found.add(`${pathOf(fiber)}: ${JSON.stringify(fiber.memoizedProps)}`);
  for (let next = fiber.child; next; next = next.sibling) lookFor(next);
}

const nameOf = ({ type }: Fiber): string =>
  typeof type === 'function' ? type.name : typeof type === 'string' ? type : '';

function pathOf(fiber: Fiber): string {
  const names: string[] = [];
  for (let at = fiber.return; at && names.length < 5; at = at.return) if (nameOf(at)) names.unshift(nameOf(at));
  return names.join(' > ');
}

afterEach(() => {
  const texts = [...hook.found].join('\n');
  hook.found.clear();
  if (texts) throw new Error(`Texts that React holds, and a translated page has no more (decision 051):\n${texts}`);
});
