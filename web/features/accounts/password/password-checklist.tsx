import { Circle, CircleCheck } from 'lucide-react';
import { resetRules } from '#shared/accounts/password.ts';

export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="rows password-checklist" aria-label="Votre mot de passe doit contenir">
      {resetRules.map(({ hint, holds }) => {
        const held = holds(password);
        const Icon = held ? CircleCheck : Circle;
        return (
          <li key={hint} className={held ? 'password-checklist__held' : undefined}>
            <Icon size={18} aria-hidden="true" />
            {hint}
            <span className="visually-hidden">{held ? ' : rempli' : ' : à compléter'}</span>
          </li>
        );
      })}
    </ul>
  );
}
