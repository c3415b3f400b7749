import { Avatar } from '#web/ui/avatar.tsx';
import type { Examples } from '../examples.ts';

const member = { firstName: 'Amel', lastName: 'Benali' };

export const examples: Examples = {
  small: <Avatar member={member} size="sm" />,
  medium: <Avatar member={member} />,
  large: <Avatar member={member} size="lg" />,
  'each colour': (
    <div className="cluster">
      {['Amel', 'Brahim', 'Chérif', 'Dalila', 'Emir', 'Farid', 'Ghania', 'Hakim'].map((firstName) => (
        <Avatar key={firstName} member={{ firstName }} />
      ))}
    </div>
  ),
  'an address alone': <Avatar member={{ email: 'karim@example.org' }} />,
  'no member': <Avatar member={undefined} />,
  'a picture': <Avatar member={{ ...member, avatarUrl: '/favicon.svg' }} size="lg" />,
  'a picture that does not load': <Avatar member={{ ...member, avatarUrl: '/missing.jpg' }} size="lg" />,
};
