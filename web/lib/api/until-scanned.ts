import { ApiProblem } from './problem.ts';

const scanTimeoutMs = 30_000;
const scanPauseMs = 600;

/** Repeats a call that answers `{ state: 'scanning' }` until the scan has ended; returns the final answer. */
export async function untilScanned<T extends object>(
  call: () => Promise<T>,
): Promise<Exclude<T, { state: 'scanning' }>> {
  const endsAt = Date.now() + scanTimeoutMs;
  for (;;) {
    const answer = await call();
    if (!('state' in answer) || answer.state !== 'scanning') return answer as Exclude<T, { state: 'scanning' }>;
    if (Date.now() > endsAt) {
      throw new ApiProblem('UNAVAILABLE', {
        title: 'Vérification en cours',
        detail: 'La vérification du fichier prend plus de temps que prévu. Réessayez dans un instant.',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, scanPauseMs));
  }
}
