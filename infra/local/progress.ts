export interface Progress {
  step<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  note: (line: string) => void;
}

/** One line for each step when it is done, with its time. */
export function printProgress(print: (line: string) => void): Progress {
  return {
    note: (line) => print(`    … ${line}`),
    async step(name, work) {
      const start = performance.now();
      const result = await work();
      print(`  ${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s`);
      return result;
    },
  };
}
