import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import { forgetProof, putOffProof, secondFactor } from '#web/lib/session/second-factor.ts';

/** If it does not load, the refused calls show their refusal. */
const ProofQuestion = lazyPart(
  () => import('#web/features/second-factor/proof-question.tsx').then((file) => file.ProofQuestion),
  PutOffProof,
);

/** The question for the second factor, whenever a call of this administrator needs it. Their proof leaves with them. */
export function ProofQuestions() {
  const { question } = useSyncExternalStore(secondFactor.subscribe, secondFactor.get);
  useEffect(() => forgetProof, []);
  return question === 'asking' ? (
    <Suspense fallback={null}>
      <ProofQuestion />
    </Suspense>
  ) : null;
}

function PutOffProof() {
  useEffect(putOffProof, []);
  return null;
}
