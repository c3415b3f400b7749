import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import { forgetSecondFactor, putOffQuestion, secondFactor } from '#web/lib/session/second-factor.ts';

/** If it does not load, the refused calls show their refusal. */
const SecondFactorQuestion = lazyPart(
  () => import('#web/features/second-factor/second-factor-question.tsx').then((file) => file.SecondFactorQuestion),
  PutOffQuestion,
);

/** Asks for the second factor whenever a call of this administrator needs it; signing out forgets the answer. */
export function SecondFactorQuestions() {
  const { question } = useSyncExternalStore(secondFactor.subscribe, secondFactor.get);
  useEffect(() => forgetSecondFactor, []);
  return question === 'asking' ? (
    <Suspense fallback={null}>
      <SecondFactorQuestion />
    </Suspense>
  ) : null;
}

function PutOffQuestion() {
  useEffect(putOffQuestion, []);
  return null;
}
