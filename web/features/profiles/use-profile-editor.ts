import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Me } from '#shared/accounts/contract.ts';
import { ProfileForm } from '#shared/profiles/contract.ts';
import { isSameName } from '#shared/values/names.ts';
import { isNameChecked, namesIn, useProfileSaving } from '#web/features/profiles/use-profile-saving.ts';
import { fieldId } from '#web/forms/field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';

const failed = 'Une erreur est survenue lors de la mise à jour du profil';

/** Unchanged names are not checked: they may be older than the rules. */
const resolverFor = (me: Me) => {
  const [whole, phoneOnly] = [zodResolver(ProfileForm), zodResolver(phoneForm)];
  return ((values, ...rest) => (isSameName(values, namesIn(me)) ? phoneOnly : whole)(values, ...rest)) as typeof whole;
};
const Draft = z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() });
const phoneForm = z.object({ firstName: z.string(), lastName: z.string(), phone: ProfileForm.shape.phone });

/** The member's names and phone while they are changed, with the document that a new name may need. */
export function useProfileEditor(me: Me, names: Pick<Me, 'firstName' | 'lastName'> | undefined, onDone: () => void) {
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
