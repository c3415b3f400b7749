/** Names of errors with which AWS and its SDK refuse credentials that have ended. */
const endedNames = [
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'TokenProviderError',
  'UnrecognizedClientException',
];

/** A problem as a sentence for the operator. Every command goes on where it stopped. */
export function sentenceOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return endedNames.includes(problem.name)
    ? `The credentials of this terminal have ended (${problem.message}): sign in, then give the same command again. It goes on where it stopped.`
    : problem.message;
}

/** Runs a command. Its errors are shown as a sentence, without a stack. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (problem) {
    process.exitCode = 1;
    console.error(sentenceOf(problem));
  }
}
