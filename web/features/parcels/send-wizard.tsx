import '#web/features/listings/listing-form.css';
import { Suspense, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { SignInQuestion } from '#web/features/listings/sign-in-question.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { FormShell } from '#web/forms/form-shell.tsx';
import { StepBack } from '#web/forms/step-back.tsx';
import { useDraft } from '#web/forms/use-draft.ts';
import { useFormSteps } from '#web/forms/use-form-steps.ts';
import { useStandingForm } from '#web/forms/use-standing-errors.ts';
import { keepDraftFile, readDraftFile } from '#web/lib/drafts/draft-file.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Stepper } from '#web/ui/progress/stepper.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { DetailsStep } from './details-step.tsx';
import { emptyParcel, ParcelForm, type ParcelFormState, type ParcelValues } from './parcel-form.ts';
import { useSendParcel } from './use-send-parcel.ts';

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
  onPublished: (parcel: Parcel) => void;
}

const loadSummary = () => import('#web/features/parcels/summary-step.tsx').then((file) => file.SummaryStep);
const SummaryStep = lazyPart(loadSummary);

/** The two steps of `/send-parcel`; the second one is `?step=2` in the address. */
export function SendWizard({ draftName, draft, edited, onPublished }: SendWizardProps) {
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
        <DetailsStep form={form} edited={edited} />
      ) : (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <SummaryStep form={form} onEdit={edit} sending={sending} onRetry={() => void send()} edited={edited} />
        </Suspense>
      )}
      <div className="form-actions">
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
