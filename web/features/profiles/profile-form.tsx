import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Me } from '#shared/accounts/contract.ts';
import { maxLength } from '#shared/values/fields.ts';
import { ofMember } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { memberName } from '#web/features/profiles/member-card.tsx';
import { useProfileEditor } from '#web/features/profiles/use-profile-editor.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { FormShell } from '#web/forms/form-shell.tsx';
import { PhoneField } from '#web/forms/phone-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import type { Sending } from '#web/lib/api/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface ProfileFormProps {
  me: Me;
  names?: Pick<Me, 'firstName' | 'lastName'> | undefined;
  onDone: () => void;
}

/** The edit mode of the member's own profile: « Enregistrer », « Annuler », Escape. */
export function ProfileEditor({ me, names, onDone }: ProfileFormProps) {
  const { form, shell, nameDocument, isResumed, isChanged, done } = useProfileEditor(me, names, onDone);
  const { register, control, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const [leaving, setLeaving] = useState(false);
  const leave = () => (isChanged ? setLeaving(true) : done());
  const element = useEscape<HTMLFormElement>(leave);
  useEffect(() => setFocus('firstName'), [setFocus]);

  return (
    <>
      <FormShell data-kept ref={element} {...shell}>
        {isResumed && <p className="muted small">Vos modifications non enregistrées ont été reprises.</p>}
        <RequiredLegend />
        <TextField
          label="Prénom"
          autoComplete="given-name"
          limit={maxLength.name}
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Nom"
          autoComplete="family-name"
          limit={maxLength.name}
          error={errors.lastName?.message}
          {...register('lastName')}
        />
        {nameDocument && <NameDocument {...nameDocument} />}
        <Controller
          name="phone"
          control={control}
          render={({ field }) => <PhoneField label="Téléphone" error={errors.phone?.message} {...field} />}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          optional="silent"
          hint={
            me.mailRefused && !me.isAdmin
              ? "Nos emails n'arrivent plus à cette adresse : corrigez-la dans l'onglet « Paramètres »."
              : 'Votre adresse email ne peut pas être modifiée.'
          }
          value={me.email}
          readOnly
        />
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} busyText="Enregistrement…">
            Enregistrer
          </SubmitButton>
          <Button onClick={leave}>Annuler</Button>
        </div>
      </FormShell>
      <ConfirmDialog
        open={leaving}
        title="Abandonner vos modifications ?"
        confirm="Abandonner les modifications"
        cancel="Continuer à modifier"
        onConfirm={async () => done()}
        onClose={() => setLeaving(false)}
      >
        <p>Ce que vous avez changé n'est pas enregistré.</p>
      </ConfirmDialog>
    </>
  );
}

function useEscape<Inside extends HTMLElement>(onEscape: () => void) {
  const inside = useRef<Inside>(null);
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape();
  });
  useEffect(() => {
    const element = inside.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return inside;
}

interface NameDocumentProps {
  me: Me;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  error: string | undefined;
  progress: Sending | undefined;
}

/** The document that a change of a checked name needs. */
function NameDocument({ me, file, onChange, error, progress }: NameDocumentProps) {
  return (
    <>
      <Callout tone="info">
        <p>
          Votre identité a été vérifiée sous le nom <span translate="no">{ofMember(isolated(memberName(me)))}</span>.
          Les autres membres continuent de voir ce nom, et votre badge reste, jusqu'à ce qu'un administrateur ait
          accepté le nouveau, sous 24 à 48 heures.
        </p>
      </Callout>
      <FileField
        label="Pièce d'identité au nouveau nom"
        name="idDocument"
        hint={
          me.newName
            ? 'Celle que vous avez déjà envoyée suffit, si elle montre ce nom. JPG, PNG ou PDF, 5 Mo au maximum.'
            : "Passeport ou carte nationale d'identité, en JPG, PNG ou PDF, 5 Mo au maximum. Elle est effacée 7 jours après la décision."
        }
        optional={me.newName !== undefined}
        kind="id_document"
        value={file}
        onChange={onChange}
        error={error}
        progress={progress}
      />
    </>
  );
}
