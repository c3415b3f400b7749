/** Erases one thing after the other. Throws failures at the end, after all others; the next night retries them. */
export function aNight() {
  const failed: unknown[] = [];
  let erased = 0;
  return {
    async erase(one: () => Promise<boolean>): Promise<void> {
      try {
        if (await one()) erased += 1;
      } catch (error) {
        failed.push(error);
      }
    },
    end(): number {
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} could not be erased`);
      return erased;
    },
  };
}

/** Most of the time is spent on round trips to the table, so the work runs in parallel. */
const width = 20;

/** Does the work for each of many things, several in parallel, until time runs out. */
export async function someAtOnce<T>(
  things: AsyncGenerator<T>,
  hasTime: () => boolean,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const lane = async () => {
    while (hasTime()) {
      const { done, value } = await things.next();
      if (done) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}
