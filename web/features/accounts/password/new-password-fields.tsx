import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { resetRules } from '#shared/accounts/password.ts';
import { PasswordField } from '#web/forms/password-field.tsx';
import { fieldOf } from '#web/forms/text-field.tsx';

interface NewPasswordFieldsProps {
  label?: string;
  shown?: string;
  hint?: string | undefined;
  rating?: ReactNode;
}

/** A new password and its repetition, with the rules that it meets so far; used inside a `FormProvider`. */
export function NewPasswordFields({
  label = 'Nouveau mot de passe',
  shown = 'le nouveau mot de passe',
  hint,
  rating,
}: NewPasswordFieldsProps) {
  const { register, control, trigger, formState } = useFormContext<{ password: string; confirmPassword: string }>();
  const { touchedFields } = formState;
  const field = fieldOf({ register, formState });
  const typed = useWatch({ control, name: 'password' });
  return (
    <>
      <div className="stack stack--tight">
        <PasswordField
          label={label}
          shown={shown}
          hint={hint}
          autoComplete="new-password"
          {...field('password', {
            onChange: () => void (touchedFields.confirmPassword && trigger('confirmPassword')),
          })}
        />
        {rating ?? <PasswordChecklist password={typed} />}
      </div>
      <PasswordField
        label="Confirmer le mot de passe"
        shown="le mot de passe (confirmation)"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </>
  );
}

function PasswordChecklist({ password }: { password: string }) {
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
