import { createStore } from '#web/lib/store.ts';

/**
 * The question for the second factor of an administrator. `asking`: it is open, and refused calls wait for its answer.
 * `putOff`: they closed it, and their next act opens it again. `provenAt` and `until` (milliseconds) are the times of
 * the last verification and of its end.
 */
interface State {
  readonly question?: 'asking' | 'putOff' | undefined;
  readonly provenAt: number;
  readonly until: number;
}

const nothing: State = { provenAt: 0, until: 0 };

export const secondFactor = createStore<State>(nothing);

/** Background work must not open the question. */
export const isProven = (): boolean => secondFactor.get().until > Date.now();

export const noteProvenUntil = (until: string): void =>
  secondFactor.set({ ...secondFactor.get(), until: Date.parse(until) });

/** The question is answered: waiting calls continue. */
export function proved(until: string): void {
  secondFactor.set({ provenAt: Date.now(), until: Date.parse(until) });
}

/** The administrator closed the question: waiting calls are refused. */
export const putOffQuestion = (): void => secondFactor.set({ ...secondFactor.get(), question: 'putOff' });

/** The next refused call opens the question again. */
export const askForSecondFactor = (): void => secondFactor.set({ ...secondFactor.get(), question: undefined });

/** Another person may use this browser next. */
export const forgetSecondFactor = (): void => secondFactor.set(nothing);

/** `asks` is false for calls that do not open a closed question again. */
export async function isProvenAnew(calledAt: number, { asks }: { asks: boolean }): Promise<boolean> {
  const here = secondFactor.get();
  if (here.provenAt > calledAt) return true;
  if (here.question === 'putOff' && !asks) return false;
  secondFactor.set({ ...here, until: 0, question: 'asking' });
  return new Promise((resolve) => {
    const stop = secondFactor.subscribe(() => {
      const { question, provenAt } = secondFactor.get();
      if (question === 'asking') return;
      stop();
      resolve(provenAt > here.provenAt);
    });
  });
}
