import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PasswordChecklist } from '#web/features/accounts/password/password-checklist.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';

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
  const { errors, touchedFields } = formState;
  const typed = useWatch({ control, name: 'password' });
  return (
    <>
      <div className="stack stack--tight">
        <PasswordField
          label={label}
          shown={shown}
          hint={hint}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', {
            onChange: () => void (touchedFields.confirmPassword && trigger('confirmPassword')),
          })}
        />
        {rating ?? <PasswordChecklist password={typed} />}
      </div>
      <PasswordField
        label="Confirmer le mot de passe"
        shown="le mot de passe (confirmation)"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
