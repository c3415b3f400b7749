import '#web/features/listings/listings.css';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Sentence } from '#shared/client-refusals.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { SignInQuestion } from '#web/features/listings/sign-in-question.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { FormShell, useFormSummary } from '#web/forms/form-shell.tsx';
import { StepBack } from '#web/forms/step-back.tsx';
import { failureWithDraft, useDraft } from '#web/forms/use-draft.ts';
import { useFormSteps } from '#web/forms/use-form-steps.ts';
import { useStandingForm } from '#web/forms/use-standing-errors.ts';
import { asProblem, isSignedOut } from '#web/lib/api/problem.ts';
import { keepDraftFile, readDraftFile } from '#web/lib/drafts/draft-file.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Stepper } from '#web/ui/progress/stepper.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { DetailsStep } from './details-step.tsx';
import { emptyParcel, fieldOf, ParcelForm, type ParcelFormState, type ParcelValues } from './parcel-form.ts';
import { sayPublished, usePublishParcel } from './use-publish-parcel.ts';

interface SendParcelOptions {
  form: ParcelFormState;
  edited: Parcel | undefined;
  onErrors: () => void;
  onPublished: (parcel: Parcel) => Promise<void>;
}

const summaryFile = () => import('#web/features/parcels/summary-step.tsx');

function useSendParcel({ form, edited, onErrors, onPublished }: SendParcelOptions) {
  const { status } = useSession();
  const { publish, sending } = usePublishParcel(edited);
  const { summary, clear, fail } = useFormSummary();
  const [isBusy, setBusy] = useState(false);
  const [asksSignIn, setAsksSignIn] = useState(false);

  /** True when the fields are valid; else shows the missing ones (product 2.5). */
  const check = async () => {
    clear();
    let isRight = false;
    await form.handleSubmit(
      () => {
        isRight = true;
      },
      (errors) => {
        // If only the list is wrong, it takes the focus; among others it is a line of the summary.
        if (Object.keys(errors).length > 1 || !focusContents(errors.contents))
          fail({ missing: whatIsMissing(form.getValues()) });
      },
    )();
    return isRight;
  };

  const send = async () => {
    if (status === 'visitor') return setAsksSignIn(true);
    setBusy(true);
    try {
      if (!(await check())) return onErrors();
      const values = form.getValues();
      const parcel = await publish(values);
      await onPublished(parcel);
      if (values.notified.length > 0)
        await (await summaryFile()).notifyTravellers(parcel, values.notified, sayPublished);
    } catch (fault) {
      refused(fault);
    } finally {
      setBusy(false);
    }
  };

  const refused = (fault: unknown) => {
    if (isSignedOut(fault)) return setAsksSignIn(true);
    const { code, detail, fields } = asProblem(fault);
    for (const [path, message] of Object.entries(fields)) form.setError(fieldOf(path), { message });
    if (code === 'FILE_REFUSED') form.setError('file', { message: detail });
    const title = edited ? "Impossible d'enregistrer vos modifications" : 'Erreur lors de la publication';
    fail({ refusal: failureWithDraft(title, fault) });
    if (Object.keys(fields).length > 0 || code === 'FILE_REFUSED') onErrors();
  };

  return { summary, check, send, sending, isBusy, asksSignIn, stay: () => setAsksSignIn(false) };
}

/** Focuses the first wrong row, or the chips of an empty list. False where there is nothing to focus. */
function focusContents(problems: object | undefined): boolean {
  const [row] = Object.entries(problems ?? {}).filter(([index, row]) => /^\d+$/.test(index) && row);
  const name = row ? `contents.${row[0]}.${Object.keys(row[1] as object)[0]}` : 'contents';
  const field = problems && document.getElementById(fieldId(name));
  field?.focus();
  return Boolean(field);
}

/** The sentence of product 2.5 for empty fields; none for other errors. */
function whatIsMissing(values: ParcelValues): Sentence | undefined {
  const { pickup, delivery } = values;
  const texts = [
    values.title,
    values.description,
    pickup.city,
    pickup.countryCode,
    delivery.city,
    delivery.countryCode,
  ];
  const isMissing = [...texts, values.weight].some((text) => text.trim() === '') || !values.size;
  if (!isMissing && values.contents.length > 0 && values.deadline === '') {
    return { title: 'Date limite requise', detail: 'Veuillez sélectionner une date limite pour votre envoi' };
  }
  return isMissing || values.contents.length === 0 || !values.contentDeclared
    ? { title: 'Champs obligatoires manquants', detail: 'Veuillez remplir tous les champs obligatoires' }
    : undefined;
}

/** The file of the draft loads later than its text; after that each change of it is stored. Returns its deletion. */
function useDraftFile(draftName: string, { control, setValue, getValues }: ParcelFormState): () => Promise<void> {
  const file = useWatch({ control, name: 'file' });
  const stored = useRef<{ file: File | undefined }>(undefined);
  useEffect(() => {
    void readDraftFile(draftName).then((kept) => {
      stored.current = { file: kept };
      if (kept && !getValues('file')) setValue('file', kept);
    });
  }, [draftName, setValue, getValues]);
  useEffect(() => {
    if (!stored.current || stored.current.file === file) return;
    stored.current = { file };
    void keepDraftFile(draftName, file);
  }, [draftName, file]);
  return () => keepDraftFile(draftName, undefined);
}

const steps = ['Détails du colis', 'Choisir un voyageur'];

interface SendWizardProps {
  draftName: string;
  draft: Partial<ParcelValues> | undefined;
  edited?: Parcel;
  /** Why its contents are to be corrected. */
  note?: ReactNode;
  onPublished: (parcel: Parcel) => void;
}

const loadSummary = () => summaryFile().then((file) => file.SummaryStep);
const SummaryStep = lazyPart(loadSummary);

/** The two steps of `/send-parcel`; the second one is `?step=2` in the address. */
export function SendWizard({ draftName, draft, edited, note: contentsNote, onPublished }: SendWizardProps) {
  const form: ParcelFormState = useStandingForm(ParcelForm, { ...emptyParcel, ...draft });
  const { note, drop } = useDraft(draftName, form, { toDraft: ({ file: _file, ...text }) => text });
  const dropFile = useDraftFile(draftName, form);
  const { index, heading, goTo } = useFormSteps(paths.sendParcel, steps.length, async () => {
    const isComplete = await form.trigger();
    if (!isComplete) form.clearErrors();
    return isComplete;
  });
  const focusField = useFieldToFocus(index);
  const { summary, check, send, sending, isBusy, asksSignIn, stay } = useSendParcel({
    form,
    edited,
    onErrors: () => goTo(0, { toErrors: true }),
    onPublished: async (parcel) => {
      drop();
      await dropFile();
      onPublished(parcel);
    },
  });
  const goOn = async () => {
    if (await check()) goTo(1);
  };
  const edit = (field: string) => {
    goTo(0);
    focusField(field);
  };

  return (
    <FormShell
      data-kept
      {...summary}
      errors={form.formState.errors}
      // The second step then opens without a network too.
      onChange={() => void loadSummary().catch(() => undefined)}
      onSubmit={() => (index === 0 ? goOn() : send())}
      top={
        <>
          <Stepper steps={steps} current={index} />
          <h2 ref={heading} tabIndex={-1} className="visually-hidden">
            Étape {index + 1} sur 2 : {steps[index]}
          </h2>
        </>
      }
    >
      {index === 0 ? (
        <DetailsStep form={form} edited={edited} note={contentsNote} />
      ) : (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <SummaryStep form={form} onEdit={edit} sending={sending} onRetry={() => void send()} edited={edited} />
        </Suspense>
      )}
      <div className="cluster form-actions">
        {index === 1 && <StepBack onBack={() => goTo(0)} />}
        <SubmitButton busy={isBusy} busyText={edited ? 'Enregistrement…' : 'Publication...'}>
          {index === 0 ? 'Continuer' : edited ? 'Enregistrer les modifications' : 'Publier mon colis'}
        </SubmitButton>
        <output className="muted small form-actions__note">{note}</output>
      </div>
      {asksSignIn && <SignInQuestion reason="Vous devez être connecté pour publier un colis" onClose={stay} />}
    </FormShell>
  );
}

/** « Modifier » of the summary: the field that takes the focus when the first step is shown again. */
function useFieldToFocus(step: number): (field: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (step !== 0 || !wanted.current) return;
    document.getElementById(fieldId(wanted.current))?.focus();
    wanted.current = undefined;
  }, [step]);
  return (field) => {
    wanted.current = field;
  };
}
