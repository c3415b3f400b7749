import { Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { Sentence } from '#shared/client-refusals.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { DetailsStep } from '#web/features/parcels/details-step.tsx';
import {
  emptyParcel,
  fieldOf,
  ParcelForm,
  type ParcelFormState,
  type ParcelValues,
} from '#web/features/parcels/parcel-form.ts';
import { sayPublished, usePublishParcel } from '#web/features/parcels/use-publish-parcel.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { StepBack } from '#web/forms/step-back.tsx';
import { draftKept, useDraft } from '#web/forms/use-draft.ts';
import { useFormSteps } from '#web/forms/use-form-steps.ts';
import { useStandingErrors } from '#web/forms/use-standing-errors.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { keepDraftFile, readDraftFile } from '#web/lib/drafts/draft-file.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Stepper } from '#web/ui/progress/stepper.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/listings/listing-form.css';

const steps = ['Détails du colis', 'Choisir un voyageur'];

interface SendWizardProps {
  /** Storage key of the draft on this device. */
  draftName: string;
  draft: Partial<ParcelValues> | undefined;
  /** The parcel that is being changed; without it a new one is published. */
  edited?: Parcel;
  onPublished: (parcel: Parcel) => void;
}

const SignInDialog = lazyPart(() =>
  import('#web/features/listings/sign-in-dialog.tsx').then((file) => file.SignInDialog),
);
const loadSummary = () => import('#web/features/parcels/summary-step.tsx').then((file) => file.SummaryStep);
const SummaryStep = lazyPart(loadSummary);
const notifying = () => import('#web/features/parcels/notify-travellers.ts');

/** The two steps of `/send-parcel`; the second one is `?step=2` in the address. */
export function SendWizard({ draftName, draft, edited, onPublished }: SendWizardProps) {
  const form: ParcelFormState = useForm({
    resolver: zodResolver(ParcelForm),
    defaultValues: { ...emptyParcel, ...draft },
    mode: 'onTouched',
    // A button pressed while leaving a field must move only after the press.
    delayError: 250,
    shouldFocusError: false,
  });
  useStandingErrors(form);
  const { status } = useSession();
  const { publish, sending } = usePublishParcel(edited);
  const { note, drop } = useDraft(draftName, form, { toDraft: ({ file: _file, ...text }) => text });
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Sentence & { wayOut: ReturnType<typeof wayOutOf> }>();
  const [missing, setMissing] = useState<Sentence>();
  const [isBusy, setBusy] = useState(false);
  const [asksSignIn, setAsksSignIn] = useState(false);
  const { index, heading, goTo } = useFormSteps(paths.sendParcel, steps.length, async () => {
    const isComplete = await form.trigger();
    if (!isComplete) form.clearErrors();
    return isComplete;
  });
  const { pathname, search } = useLocation();
  useDraftFile(draftName, form);
  const { errors } = form.formState;
  /** « Modifier » of the summary: the field that gets the focus when step 1 is shown again. */
  const wantedField = useRef<string>(undefined);
  useEffect(() => {
    if (index !== 0 || !wantedField.current) return;
    document.getElementById(fieldId(wantedField.current))?.focus();
    wantedField.current = undefined;
  }, [index]);

  /** True when step 1 is valid; else shows the missing fields (product 2.5). */
  const check = async () => {
    setRefusal(undefined);
    let isRight = false;
    await form.handleSubmit(
      () => {
        isRight = true;
      },
      () => {
        setAttempt((count) => count + 1);
        setMissing(whatIsMissing(form.getValues()));
      },
    )();
    return isRight;
  };
  const goOn = async () => {
    if (await check()) goTo(1);
  };
  const edit = (field: string) => {
    goTo(0);
    wantedField.current = field;
  };

  const submit = async () => {
    if (status === 'visitor') return setAsksSignIn(true);
    setBusy(true);
    try {
      if (!(await check())) return goTo(0, { toErrors: true });
      const values = form.getValues();
      const parcel = await publish(values);
      drop();
      await keepDraftFile(draftName, undefined);
      onPublished(parcel);
      if (values.notified.length > 0) await (await notifying()).notifyTravellers(parcel, values.notified, sayPublished);
    } catch (fault) {
      refused(fault);
    } finally {
      setBusy(false);
    }
  };

  const refused = (fault: unknown) => {
    const { code, detail, fields } = asProblem(fault);
    // The session has ended; the draft is kept.
    if (code === 'SIGNED_OUT' || code === 'SESSION_REVOKED') return setAsksSignIn(true);
    for (const [path, message] of Object.entries(fields)) form.setError(fieldOf(path), { message });
    if (code === 'FILE_REFUSED') form.setError('file', { message: detail });
    setRefusal({
      title: edited ? "Impossible d'enregistrer vos modifications" : 'Erreur lors de la publication',
      detail:
        code === 'OTHER_RELEASE' ? `${detail} ${draftKept}` : detail || 'Une erreur est survenue. Veuillez réessayer.',
      wayOut: wayOutOf({ code }),
    });
    setAttempt((count) => count + 1);
    if (Object.keys(fields).length > 0 || code === 'FILE_REFUSED') goTo(0, { toErrors: true });
  };

  return (
    <form
      data-kept
      className="form"
      noValidate
      // The second step then opens without a network too.
      onChange={() => void loadSummary().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        void (index === 0 ? goOn() : submit());
      }}
    >
      <Stepper steps={steps} current={index} />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        Étape {index + 1} sur 2 : {steps[index]}
      </h2>
      <ErrorSummary
        errors={errors}
        attempt={attempt}
        title={refusal?.title}
        formError={refusal?.detail}
        wayOut={refusal?.wayOut}
        missing={missing}
      />
      {index === 0 ? (
        <DetailsStep form={form} edited={edited} />
      ) : (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <SummaryStep form={form} onEdit={edit} sending={sending} onRetry={() => void submit()} edited={edited} />
        </Suspense>
      )}
      <div className="form-actions">
        {index === 1 && <StepBack onBack={() => goTo(0)} />}
        <SubmitButton busy={isBusy} busyText={edited ? 'Enregistrement…' : 'Publication...'}>
          {index === 0 ? 'Continuer' : edited ? 'Enregistrer les modifications' : 'Publier mon colis'}
        </SubmitButton>
        <output className="muted small form-actions__note">{note}</output>
      </div>
      {asksSignIn && (
        <Suspense fallback={null}>
          <SignInDialog
            open
            reason="Vous devez être connecté pour publier un colis"
            path={pathname + search}
            onClose={() => setAsksSignIn(false)}
          />
        </Suspense>
      )}
    </form>
  );
}

/** The file of the draft loads later than its text; after that each change of it is stored. */
function useDraftFile(draftName: string, { watch, setValue, getValues }: ParcelFormState) {
  const file = watch('file');
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
  if (!isMissing && values.deadline === '') {
    return { title: 'Date limite requise', detail: 'Veuillez sélectionner une date limite pour votre envoi' };
  }
  return isMissing || !values.contentDeclared
    ? { title: 'Champs obligatoires manquants', detail: 'Veuillez remplir tous les champs obligatoires' }
    : undefined;
}
