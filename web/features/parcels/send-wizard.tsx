import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ErrorSummary } from '#web/components/error-summary.tsx';
import { fieldId } from '#web/components/field.tsx';
import { SignInDialog } from '#web/components/sign-in-dialog.tsx';
import { Stepper } from '#web/components/stepper.tsx';
import { SubmitButton } from '#web/components/submit-button.tsx';
import { useDraft } from '#web/components/use-draft.ts';
import { zodResolver } from '#web/components/zod-resolver.ts';
import { DetailsStep } from '#web/features/parcels/details-step.tsx';
import {
  emptyParcel,
  fieldOf,
  ParcelForm,
  type ParcelFormState,
  type ParcelValues,
} from '#web/features/parcels/parcel-form.ts';
import { SummaryStep } from '#web/features/parcels/summary-step.tsx';
import { usePublishParcel } from '#web/features/parcels/use-publish-parcel.ts';
import { keepDraftFile, readDraftFile } from '#web/lib/draft.ts';
import { asProblem } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import '#web/components/listing-form.css';

export const draftName = 'parcel';
const steps = ['Détails du colis', 'Choisir un voyageur'];
const stepTwo = '?etape=2';

/** The two steps of `/send-parcel`; the second one stands in the address as `?etape=2`. */
export function SendWizard({
  draft,
  onPublished,
}: {
  draft: Partial<ParcelValues> | undefined;
  onPublished: () => void;
}) {
  const form: ParcelFormState = useForm({
    resolver: zodResolver(ParcelForm),
    defaultValues: { ...emptyParcel, ...draft },
    // Not on leaving a field: an error that appears there moves the button away from under the finger.
    mode: 'onSubmit',
    shouldFocusError: false,
  });
  const { status } = useSession();
  const navigate = useNavigate();
  const { publish, progress } = usePublishParcel();
  const { isKept, drop } = useDraft(draftName, form, ({ file: _file, ...text }) => text);
  const [attempt, setAttempt] = useState(0);
  const [formError, setFormError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [asksSignIn, setAsksSignIn] = useState(false);
  const { index, heading } = useStep(form);
  useDraftFile(form);
  const { errors } = form.formState;

  /** True when everything of step 1 is right; else says what is missing (spec 2 §5). */
  const check = async () => {
    setFormError(undefined);
    let isRight = false;
    await form.handleSubmit(
      () => {
        isRight = true;
      },
      () => {
        setAttempt((count) => count + 1);
        sayWhatIsMissing(form.getValues());
      },
    )();
    return isRight;
  };
  const goOn = async () => {
    if (await check()) await navigate(stepTwo);
  };
  const edit = async (field: string) => {
    await navigate('/send-parcel');
    document.getElementById(fieldId(field))?.focus();
  };

  const submit = async () => {
    if (status === 'visitor') return setAsksSignIn(true);
    setBusy(true);
    try {
      if (!(await check())) return await navigate('/send-parcel', { replace: true });
      await publish(form.getValues());
      drop();
      await keepDraftFile(draftName, undefined);
      onPublished();
    } catch (fault) {
      await refused(fault);
    } finally {
      setBusy(false);
    }
  };

  const refused = async (fault: unknown) => {
    const { code, detail, fields } = asProblem(fault);
    toast.error('Erreur lors de la publication', detail || 'Une erreur est survenue. Veuillez réessayer.');
    for (const [path, message] of Object.entries(fields)) form.setError(fieldOf(path), { message });
    if (code === 'FILE_REFUSED') form.setError('file', { message: detail });
    setFormError(detail);
    setAttempt((count) => count + 1);
    if (Object.keys(fields).length > 0 || code === 'FILE_REFUSED') await navigate('/send-parcel', { replace: true });
  };

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (index === 0 ? goOn() : submit());
      }}
    >
      <Stepper steps={steps} current={index} />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        Étape {index + 1} sur 2 : {steps[index]}
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} formError={formError} />
      {index === 0 ? (
        <DetailsStep form={form} />
      ) : (
        <SummaryStep form={form} onEdit={(field) => void edit(field)} progress={progress} />
      )}
      <div className="form-actions">
        {index === 1 && (
          <button type="button" className="amplify-button" onClick={() => void navigate('/send-parcel')}>
            Retour
          </button>
        )}
        <SubmitButton busy={isBusy} busyText="Publication...">
          {index === 0 ? 'Continuer' : 'Publier mon colis'}
        </SubmitButton>
        <output className="muted small form-actions__note">{isKept && 'Brouillon enregistré'}</output>
      </div>
      <SignInDialog
        open={asksSignIn}
        reason="Vous devez être connecté pour publier un colis"
        path={`/send-parcel${stepTwo}`}
        onClose={() => setAsksSignIn(false)}
      />
    </form>
  );
}

/** Which step the address asks for. An address of step 2 over an unfinished step 1 opens step 1. */
function useStep({ trigger, clearErrors }: ParcelFormState) {
  const [params, setParams] = useSearchParams();
  const index = params.get('etape') === '2' ? 1 : 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(index);

  const startedAtTwo = useRef(index === 1);
  useEffect(() => {
    if (!startedAtTwo.current) return;
    startedAtTwo.current = false;
    void trigger().then((isComplete) => {
      if (isComplete) return;
      clearErrors();
      setParams({}, { replace: true });
    });
  }, [trigger, clearErrors, setParams]);

  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [index]);
  return { index, heading };
}

/** The file of the draft comes later than its text; from then on each change of it is kept. */
function useDraftFile({ watch, setValue, getValues }: ParcelFormState) {
  const file = watch('file');
  const stored = useRef<{ file: File | undefined }>(undefined);
  useEffect(() => {
    void readDraftFile(draftName).then((kept) => {
      stored.current = { file: kept };
      if (kept && !getValues('file')) setValue('file', kept);
    });
  }, [setValue, getValues]);
  useEffect(() => {
    if (!stored.current || stored.current.file === file) return;
    stored.current = { file };
    void keepDraftFile(draftName, file);
  }, [file]);
}

function sayWhatIsMissing(values: ParcelValues): void {
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
  if (!isMissing && values.deadline === '') {
    toast.error('Date limite requise', 'Veuillez sélectionner une date limite pour votre envoi');
  } else if (isMissing || !values.contentDeclared) {
    toast.error('Champs obligatoires manquants', 'Veuillez remplir tous les champs obligatoires');
  }
}
