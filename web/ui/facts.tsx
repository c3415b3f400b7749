import type { ReactNode } from 'react';

type Pairs = readonly (readonly [name: string, value: ReactNode])[];

/** Facts by their names: one without a value is left out. Pairs are for facts of which two may have the same name. */
export type FactsOf = Readonly<Record<string, ReactNode>> | Pairs;

const arePairs = (facts: FactsOf): facts is Pairs => Array.isArray(facts);

export function Facts({ facts }: { facts: FactsOf }) {
  const pairs = arePairs(facts) ? facts : Object.entries(facts).filter(([, value]) => Boolean(value) || value === 0);
  return (
    <dl className="fact-list">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
