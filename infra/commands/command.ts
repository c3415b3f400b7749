/** Runs a command. What it throws is a sentence for whoever typed it, without a stack. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (problem) {
    process.exitCode = 1;
    console.error(problem instanceof Error ? problem.message : problem);
  }
}
