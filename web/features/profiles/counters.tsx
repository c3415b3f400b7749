import type { Member } from '#shared/profiles/contract.ts';
import { answerTimeText } from '#shared/profiles/words.ts';
import { activityOf } from '#web/features/profiles/member-card.tsx';
import '#web/features/profiles/profile.css';

type Counted = Pick<Member, 'parcelCount' | 'tripCount' | 'carriedCount' | 'answerMinutes'>;

export function Counters({ member }: { member: Counted }) {
  const { carriedCount, answerMinutes } = member;
  const counters: (readonly [string, string | number])[] = [
    ...activityOf(member),
    ...(carriedCount > 0 ? [['Livraisons effectuées', carriedCount] as const] : []),
    ...(answerMinutes === undefined ? [] : [['Répond', answerTimeText(answerMinutes)] as const]),
  ];
  return (
    <dl className="counters">
      {counters.map(([name, value]) => (
        <div key={name} className={`surface ${typeof value === 'number' ? 'counters__figure numeric' : ''}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
