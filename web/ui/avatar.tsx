import { useState } from 'react';

interface AvatarMember {
  firstName?: string;
  lastName?: string;
  email?: string;
  avatarUrl?: string | undefined;
}

/** The picture if it loads, else initials on a colour that depends on the member. Sizes: 32, 44, 96 px. */
export function Avatar({ member, size = 'md' }: { member: AvatarMember | undefined; size?: 'sm' | 'md' | 'lg' }) {
  const [broken, setBroken] = useState<string>();
  const url = member?.avatarUrl;
  const text = initials(member);
  const showsPicture = url !== undefined && url !== broken;
  return (
    <span className={`avatar avatar--${size} avatar--tint-${tint(text)}`} translate="no" aria-hidden="true">
      {showsPicture ? <img src={url} alt="" onError={() => setBroken(url)} /> : text}
    </span>
  );
}

/** First letters of the names, else two letters of the address, « NC » without a member (product 1.9). */
export function initials(member: AvatarMember | undefined): string {
  if (!member) return 'NC';
  const letters = [member.firstName, member.lastName].map((name) => Array.from(name?.trim() ?? '')[0] ?? '').join('');
  return (letters || member.email?.slice(0, 2) || 'NC').toLocaleUpperCase('fr');
}

const tint = (text: string) =>
  (Array.from(text).reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7) % 6) + 1;
