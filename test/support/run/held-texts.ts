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
let found = new Set<string>();

/** Before React is loaded: it tells its tree to developer tools after each change. */
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberUnmount: () => {},
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => lookFor(root.current),
  },
});

function lookFor(fiber: Fiber): void {
  if (fiber.tag === hostText && String(fiber.memoizedProps).trim())
    found.add(`${pathOf(fiber)}: ${JSON.stringify(fiber.memoizedProps)}`);
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
  const texts = [...found].join('\n');
  found = new Set();
  if (texts) throw new Error(`Texts that React holds, and a translated page has no more (decision 051):\n${texts}`);
});
