import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Situation } from '#shared/situation/contract.ts';
import { type Part, type People, type Sentence, sentenceOf } from '#shared/situation/words.ts';
import { msLeft } from '#web/features/situation/time-left.ts';
import { touch } from '#web/lib/api/query.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { Moment } from '#web/ui/moment.tsx';

/** A sentence with its names, typed texts and moments. It reads from left to right also after a typed Arabic text. */
export const Parts = ({ of }: { of: Sentence }) => (
  <span dir="ltr">
    {of.map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- a sentence never changes the order of its parts
      <PartText key={at} part={part} />
    ))}
  </span>
);

function PartText({ part }: { part: Part }) {
  if (typeof part === 'string') return <>{part}</>;
  if ('moment' in part) return <Moment at={part.moment} text={deadlineText(part.moment)} />;
  return 'name' in part ? <bdi translate="no">{part.name}</bdi> : <bdi>{part.typed}</bdi>;
}

interface SituationSentenceProps {
  situation: Situation;
  people: People;
}

export function SituationSentence({ situation, people }: SituationSentenceProps) {
  useAskAgain(situation);
  return <Parts of={sentenceOf(situation, people)} />;
}

/** Asks the answers with this situation again when what waits has ended. */
export function useAskAgain(situation: Situation): void {
  const queries = useQueryClient();
  useEffect(() => {
    const left = msLeft(situation);
    // An answer that comes after this moment shows no earlier one, so it would only be asked for without end.
    if (!situation.until || situation.until <= situation.at || left === undefined) return undefined;
    const timer = setTimeout(
      () =>
        void touch(
          queries,
          ['parcels', 'readParcel'],
          ['parcels', 'myParcels'],
          ['deliveries', 'myRequests'],
          ['deliveries', 'myDeliveries'],
          ['deliveries', 'tracking'],
          ['messaging', 'conversation'],
        ),
      left,
    );
    return () => clearTimeout(timer);
  }, [queries, situation]);
}
