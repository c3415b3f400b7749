import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Me } from '#shared/accounts/contract.ts';
import { ProfileForm } from '#shared/profiles/contract.ts';
import { isSameName } from '#shared/values/names.ts';
import { useDocumentSending } from '#web/features/accounts/documents/use-document-sending.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { fieldId } from '#web/forms/field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { profilesApi, useOwnAccount } from './api.ts';

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
