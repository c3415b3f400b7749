import { CircleCheck, CircleX } from 'lucide-react';
import pictures from '#web/features/accounts/documents/examples.svg';
import '#web/features/accounts/accounts.css';

const words = {
  identity: { good: 'entière et nette', bad: 'coupée, floue, reflet' },
  face: { good: 'visage de face, bien éclairé', bad: 'visage caché, coupé, sombre' },
} as const;
const verdicts = { good: { text: 'Bonne', Icon: CircleCheck }, bad: { text: 'Mauvaise', Icon: CircleX } } as const;

export const PhotoExamples = ({ of }: { of: keyof typeof words }) => (
  <ul className="photo-examples">
    {(['good', 'bad'] as const).map((kind) => {
      const { text, Icon } = verdicts[kind];
      return (
        <li key={kind}>
          <span className={`photo-examples__picture photo-examples__picture--${kind}`} aria-hidden="true">
            <svg viewBox="0 0 96 72" width="64" height="48">
              <use href={`${pictures}#${of}-${kind}`} />
            </svg>
            <Icon size={20} />
          </span>
          <span>
            <strong>{text}</strong> : {words[of][kind]}
          </span>
        </li>
      );
    })}
  </ul>
);
