/** Erases one thing after the other. Failures are thrown at the end, after all others; the next night tries again. */
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
