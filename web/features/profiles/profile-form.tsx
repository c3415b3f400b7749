import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Me } from '#shared/accounts/contract.ts';
import { ProfileChange } from '#shared/profiles/contract.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { ErrorSummary } from '#web/components/error-summary.tsx';
import { RequiredLegend } from '#web/components/field.tsx';
import { PhoneField } from '#web/components/phone-field.tsx';
import { SubmitButton } from '#web/components/submit-button.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { zodResolver } from '#web/components/zod-resolver.ts';
import { profilesApi } from '#web/features/profiles/api.ts';
import { useOwnAccount } from '#web/features/profiles/use-own-account.ts';
import { asProblem } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import '#web/components/listing-form.css';

const failed = 'Une erreur est survenue lors de la mise à jour du profil';

/** The edit mode of one's own profile: « Enregistrer », « Annuler », Escape. */
export function ProfileForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { refresh } = useSession();
  const { latest, show } = useOwnAccount(me);
  const [refusal, setRefusal] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const { register, control, handleSubmit, setError, setFocus, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(ProfileChange),
    defaultValues: { firstName: me.firstName, lastName: me.lastName, phone: me.phone },
  });
  const { errors, submitCount, isSubmitting, isDirty } = formState;
  useEffect(() => setFocus('firstName'), [setFocus]);

  const submit = handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      show(await profilesApi.updateMyProfile({ body, version: latest().version }));
      toast.success('Profil mis à jour');
      onDone();
    } catch (error) {
      const { code, detail, fields } = asProblem(error);
      const wrong = (['firstName', 'lastName', 'phone'] as const).filter((name) => fields[name]);
      for (const name of wrong) setError(name, { message: fields[name] ?? '' });
      if (wrong.length > 0) return;
      if (code === 'STALE') void refresh();
      const sentence = code === 'FAULT' || code === 'UNAVAILABLE' ? failed : detail;
      toast.error('Erreur', sentence);
      setRefusal(sentence);
    }
  });

  const leave = () => (isDirty ? setLeaving(true) : onDone());
  const form = useRef<HTMLFormElement>(null);
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave();
  });
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <form ref={form} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount} formError={refusal} />
        <RequiredLegend />
        <TextField
          label="Prénom"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField label="Nom" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        <Controller
          name="phone"
          control={control}
          render={({ field }) => <PhoneField label="Téléphone" error={errors.phone?.message} {...field} />}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          optional
          hint="Votre adresse email ne peut pas être modifiée."
          value={me.email}
          readOnly
        />
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} busyText="Enregistrement…">
            Enregistrer
          </SubmitButton>
          <button type="button" className="amplify-button" onClick={leave}>
            Annuler
          </button>
        </div>
      </form>
      <ConfirmDialog
        open={leaving}
        title="Abandonner vos modifications ?"
        confirm="Abandonner les modifications"
        cancel="Continuer à modifier"
        onConfirm={onDone}
        onClose={() => setLeaving(false)}
      >
        <p>Ce que vous avez changé n'est pas enregistré.</p>
      </ConfirmDialog>
    </>
  );
}
