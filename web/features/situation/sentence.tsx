import { hasAct, type Situation } from '#shared/situation/contract.ts';
import { excerptOfTyped, type Part, type Sentence } from '#shared/situation/sentence.ts';
import { badgeOf, type People, sentenceOf } from '#shared/situation/words.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { queuedText, useQueuedAct } from '#web/lib/offline/queued.ts';
import { Moment } from '#web/ui/moment.tsx';

interface PartsProps {
  of: Sentence;
  /** Long typed texts are cut. */
  isExcerpt?: boolean;
}

/** A sentence with its names, typed texts and moments. It reads from left to right also after a typed Arabic text. */
export const Parts = ({ of, isExcerpt = false }: PartsProps) => (
  <span dir="ltr">
    {of.map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- a sentence never changes the order of its parts
      <PartText key={at} part={part} isExcerpt={isExcerpt} />
    ))}
  </span>
);

function PartText({ part, isExcerpt }: { part: Part; isExcerpt: boolean }) {
  if (typeof part === 'string') return <>{part}</>;
  if ('moment' in part) return <Moment at={part.moment} text={deadlineText(part.moment)} />;
  if ('name' in part) return <bdi translate="no">{part.name}</bdi>;
  return isExcerpt ? <bdi>{excerptOfTyped(part.typed)}</bdi> : <bdi className="member-text">{part.typed}</bdi>;
}

interface SituationSentenceProps extends Pick<PartsProps, 'isExcerpt'> {
  situation: Situation;
  people: People;
  parcelId: string;
}

/** The state of a parcel and what comes next; an act that waits on this device takes its place. */
export function SituationSentence({ situation, people, parcelId, ...shown }: SituationSentenceProps) {
  const online = useOnline();
  const queued = useQueuedAct(parcelId);
  if (!queued) return <Parts of={sentenceOf(situation, people)} {...shown} />;
  const isPossible = hasAct(situation, queued.stage === 'pickup' ? 'validatePickup' : 'validateDelivery');
  return <Parts of={[queuedText(queued, online, isPossible ? undefined : badgeOf(situation))]} />;
}
