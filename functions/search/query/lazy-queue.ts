/** A queue over a generator; `fill` takes only as much as is needed. */
export function lazyQueue<T>(expected: Iterator<T>) {
  const queue: T[] = [];
  const fill = (count: number): void => {
    while (queue.length < count) {
      const { done, value } = expected.next();
      if (done) break;
      queue.push(value);
    }
  };
  return { queue, fill };
}
