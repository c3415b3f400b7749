/** Names of errors with which AWS and its SDK refuse credentials that have ended. */
const endedNames = [
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'TokenProviderError',
  'UnrecognizedClientException',
];

const hasEnded = (problem: unknown): boolean => problem instanceof Error && endedNames.includes(problem.name);

/** Waits with a waiter of the SDK, which alone would retry with ended credentials until its time is over. */
export async function waitWith<Client extends { readonly send: unknown }>(
  client: Client,
  wait: (options: { readonly client: Client; readonly abortSignal: AbortSignal }) => Promise<unknown>,
): Promise<void> {
  const stop = new AbortController();
  let ended: unknown;
  const ask = (client.send as (command: unknown) => Promise<unknown>).bind(client);
  const send = (command: unknown) =>
    ask(command).catch((problem: unknown) => {
      if (hasEnded(problem)) {
        ended = problem;
        stop.abort();
      }
      throw problem;
    });
  const watched = Object.create(client, { send: { value: send } }) as Client;
  await wait({ client: watched, abortSignal: stop.signal }).catch((problem: unknown) => {
    throw ended ?? problem;
  });
}

/** A problem as a sentence for the operator. Every command goes on where it stopped. */
export function sentenceOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return hasEnded(problem)
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
