/** Runs a command. Its errors are shown as a sentence, without a stack. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (problem) {
    process.exitCode = 1;
    console.error(problem instanceof Error ? problem.message : problem);
  }
}
