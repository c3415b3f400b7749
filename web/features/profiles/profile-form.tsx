import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Me } from '#shared/accounts/me.ts';
import { ProfileForm } from '#shared/profiles/contract.ts';
import { maxLength } from '#shared/values/fields.ts';
import { ofMember } from '#shared/values/french.ts';
import { isSameName } from '#shared/values/names.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { useDocumentSending } from '#web/features/accounts/documents/use-document-sending.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { fieldId, RequiredLegend } from '#web/forms/field.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { FormShell } from '#web/forms/form-shell.tsx';
import { PhoneField } from '#web/forms/phone-field.tsx';
import { fieldOf, TextField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import type { Sending } from '#web/lib/api/upload.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { profilesApi, useOwnAccount } from './api.ts';
import { memberName } from './member-card.tsx';

interface ProfileValues {
  firstName: string;
  lastName: string;
  phone: string;
}
type Names = Pick<Me, 'firstName' | 'lastName'>;

const namesIn = ({ newName, ...me }: Me): Names => newName ?? me;
/** The name of an unapproved member is not checked, nor is that of the root administrator. */
const isNameChecked = ({ status, isRootAdmin }: Me) => status === 'approved' && !isRootAdmin;

/**
 * Saves the profile form: fields that change directly, and the new name of a verified member with its document. The
 * next try does not send saved parts again.
 */
function useProfileSaving(me: Me) {
  const { latest, show } = useOwnAccount(me);
  const { progress, send, forget } = useDocumentSending();
  const keyOfTry = useIdempotencyKey();

  async function propose(names: Names, file: File | undefined): Promise<void> {
    if (isSameName(names, me)) {
      show(await profilesApi.withdrawName());
      return;
    }
    try {
      const body = { ...names, ...(file ? await send({ idDocument: file }, uploadsApi.requestDocumentUpload) : {}) };
      show(await untilScanned(() => profilesApi.proposeName({ body }, { idempotencyKey: keyOfTry(body) })));
    } catch (error) {
      if (asProblem(error).code === 'FILE_REFUSED') forget();
      throw error;
    }
  }

  async function save({ phone, ...names }: ProfileValues, file: File | undefined): Promise<void> {
    const { version } = latest();
    if (!isNameChecked(me)) {
      show(await profilesApi.updateMyProfile({ body: { ...names, phone }, version }));
      return;
    }
    if (phone !== latest().phone) show(await profilesApi.updateMyProfile({ body: { phone }, version }));
    if (!isSameName(names, namesIn(me))) await propose(names, file);
  }

  return { save, progress: progress.idDocument };
}

const failed = 'Une erreur est survenue lors de la mise à jour du profil';

/** Unchanged names are not checked: they may be older than the rules. */
const resolverFor = (me: Me) => {
  const [whole, phoneOnly] = [zodResolver(ProfileForm), zodResolver(phoneForm)];
  return ((values, ...rest) => (isSameName(values, namesIn(me)) ? phoneOnly : whole)(values, ...rest)) as typeof whole;
};
const Draft = z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() });
const phoneForm = z.object({ firstName: z.string(), lastName: z.string(), phone: ProfileForm.shape.phone });

/** The member's names and phone while they are changed, with the document that a new name may need. */
function useProfileEditor(me: Me, names: Pick<Me, 'firstName' | 'lastName'> | undefined, onDone: () => void) {
  const { refresh } = useSession();
  const { save, progress } = useProfileSaving(me);
  const [refusal, setRefusal] = useState<string>();
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const [resolver] = useState(() => resolverFor(me));
  const { firstName, lastName } = names ?? namesIn(me);
  const before = { firstName, lastName, phone: me.phone };
  const draftName = `profile.${me.id}`;
  const [kept] = useKeptDraft(draftName, Draft, 'message');
  const form = useForm({ mode: 'onTouched', shouldFocusError: false, resolver, defaultValues: before });
  const { control, handleSubmit, setError, reset, formState } = form;
  const { errors, submitCount, isDirty } = formState;
  // The form stays changed: leaving it asks first.
  const resume = useEffectEvent(() => reset({ ...before, ...kept }, { keepDefaultValues: true }));
  useEffect(() => (kept ? resume() : undefined), [kept]);
  const { drop } = useDraft(draftName, { control }, { kind: 'message' });
  useUnsaved(file !== undefined);
  const done = () => (drop(), onDone());
  const [typedFirst, typedLast] = useWatch({ control, name: ['firstName', 'lastName'] });
  const typed = { firstName: typedFirst, lastName: typedLast };
  const asksForDocument = isNameChecked(me) && !isSameName(typed, namesIn(me)) && !isSameName(typed, me);
  const submit = handleSubmit(async (values) => {
    setRefusal(undefined);
    if (asksForDocument && !file && !me.newName) {
      setFileError("Veuillez fournir une pièce d'identité");
      document.getElementById(fieldId('idDocument'))?.focus();
      return;
    }
    try {
      await save(values, asksForDocument ? file : undefined);
      if (asksForDocument) toast.success('Nouveau nom envoyé', 'Vérification sous 24 à 48 heures.');
      else toast.success('Profil mis à jour');
      done();
    } catch (error) {
      const { code, detail, fields } = asProblem(error);
      const wrong = (['firstName', 'lastName', 'phone'] as const).filter((name) => fields[name]);
      for (const name of wrong) setError(name, { message: fields[name] ?? '' });
      setFileError(fields['idDocument']);
      if (wrong.length > 0 || fields['idDocument']) return;
      if (code === 'STALE') void refresh();
      const sentence = code === 'FAULT' || code === 'UNAVAILABLE' ? failed : detail;
      setRefusal(sentence);
    }
  });

  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setFileError(undefined);
  };
  const nameDocument = asksForDocument ? { me, file, onChange: choose, error: fileError, progress } : undefined;
  const shell = { errors, attempt: submitCount, refusal: refusal ? { title: 'Erreur', detail: refusal } : undefined };
  return {
    form,
    shell: { ...shell, onSubmit: submit },
    nameDocument,
    isResumed: kept !== undefined,
    isChanged: isDirty || file !== undefined,
    done,
  };
}

interface ProfileFormProps {
  me: Me;
  names?: Pick<Me, 'firstName' | 'lastName'> | undefined;
  onDone: () => void;
}

/** The edit mode of the member's own profile: « Enregistrer », « Annuler », Escape. */
export function ProfileEditor({ me, names, onDone }: ProfileFormProps) {
  const { form, shell, nameDocument, isResumed, isChanged, done } = useProfileEditor(me, names, onDone);
  const { control, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const field = fieldOf(form);
  const [leaving, setLeaving] = useState(false);
  const leave = () => (isChanged ? setLeaving(true) : done());
  const element = useEscape<HTMLFormElement>(leave);
  useEffect(() => setFocus('firstName'), [setFocus]);

  return (
    <>
      <FormShell data-kept ref={element} {...shell}>
        {isResumed && <p className="muted small">Vos modifications non enregistrées ont été reprises.</p>}
        <RequiredLegend />
        <TextField label="Prénom" autoComplete="given-name" limit={maxLength.name} {...field('firstName')} />
        <TextField label="Nom" autoComplete="family-name" limit={maxLength.name} {...field('lastName')} />
        {nameDocument && <NameDocument {...nameDocument} />}
        <Controller
          name="phone"
          control={control}
          render={({ field: phone }) => <PhoneField label="Téléphone" error={errors.phone?.message} {...phone} />}
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
        <div className="cluster form-actions">
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
