import type { Situation } from '#shared/situation/contract.ts';
import type { Part, Sentence } from '#shared/situation/sentence.ts';
import { type People, sentenceOf } from '#shared/situation/words.ts';
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

export const SituationSentence = ({ situation, people }: SituationSentenceProps) => (
  <Parts of={sentenceOf(situation, people)} />
);
