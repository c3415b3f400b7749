import { Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Sentence } from '#shared/client-refusals.ts';
import { paths } from '#shared/site/paths.ts';
import { type Trip, Trip as TripSchema } from '#shared/trips/contract.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { TripFields } from '#web/features/trips/trip-fields.tsx';
import {
  emptyTrip,
  fieldOf,
  TripForm,
  type TripOutput,
  type TripValues,
  toNewTrip,
  tripSentence,
} from '#web/features/trips/trip-form.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed, type Failure } from '#web/forms/confirming/failure.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { draftKept, useDraft } from '#web/forms/use-draft.ts';
import { useStandingErrors } from '#web/forms/use-standing-errors.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/listings/listing-form.css';

const fieldsMissing = { title: 'Champs manquants', detail: 'Veuillez remplir tous les champs obligatoires' };

interface PublishTripProps {
  /** Storage key of the draft on this device. */
  draftName: string;
  draft: Partial<TripValues> | undefined;
  /** The trip that is being changed; without it a new one is published. */
  edited?: Trip;
  onPublished: (trip: Trip) => void;
}

const SignInDialog = lazyPart(() =>
  import('#web/features/listings/sign-in-dialog.tsx').then((file) => file.SignInDialog),
);

/** The form of `/transport-parcel`, its confirmation and its publication. */
export function PublishTrip({ draftName, draft, edited, onPublished }: PublishTripProps) {
  const form = useForm<TripValues, unknown, TripOutput>({
    resolver: zodResolver(TripForm),
    defaultValues: { ...emptyTrip, ...draft },
    mode: 'onTouched',
    // A button pressed while leaving a field must move only after the press.
    delayError: 250,
    shouldFocusError: false,
  });
  useStandingErrors(form);
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const idempotencyKey = useIdempotencyKey();
  const version = useRef(edited?.version ?? 0);
  const { note, drop } = useDraft(draftName, form);
  const [asks, setAsks] = useState<'signIn' | 'confirm'>();
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Failure>();
  const [missing, setMissing] = useState<Sentence>();
  const [isBusy, setBusy] = useState(false);

  const store = (body: ReturnType<typeof toNewTrip>): Promise<Trip> => {
    if (!edited) return tripsApi.publishTrip({ body }, { idempotencyKey: idempotencyKey(body) });
    const call = { params: { tripId: edited.id }, version: version.current, body };
    return tripsApi.editTrip(call, { idempotencyKey: idempotencyKey(call) });
  };

  const check = form.handleSubmit(
    () => {
      setRefusal(undefined);
      setAsks(status === 'visitor' ? 'signIn' : 'confirm');
    },
    () => {
      setRefusal(undefined);
      setMissing(isIncomplete(form.getValues()) ? fieldsMissing : undefined);
      setAttempt((count) => count + 1);
    },
  );
  const publish = async () => {
    setBusy(true);
    try {
      const trip = await store(toNewTrip(form.getValues()));
      drop();
      onPublished(trip);
    } catch (fault) {
      const { code, detail, fields, current } = asProblem(fault);
      const standing = TripSchema.safeParse(current).data;
      // The typed text is kept, and the next try is about the current version.
      if (code === 'STALE' && standing) version.current = standing.version;
      if (code === 'SIGNED_OUT' || code === 'SESSION_REVOKED') {
        // The session has ended; the draft is kept (product 2.8).
        toast.error('Erreur', 'Vous devez être connecté pour créer un trajet', undefined, paths.login);
        return void navigate(loginPath(pathname + search));
      }
      const failure: Failure = {
        title: "Une erreur est survenue lors de l'enregistrement du trajet.",
        detail: code === 'OTHER_RELEASE' ? `${detail} ${draftKept}` : detail,
        wayOut: wayOutOf({ code }),
      };
      const wrong = Object.entries(fields);
      if (wrong.length === 0) throw new ActFailed(failure);
      // The member's mistakes are shown in the form.
      for (const [path, message] of wrong) form.setError(fieldOf(path), { message });
      setRefusal(failure);
      setAttempt((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form data-kept className="form" noValidate onSubmit={(event) => void check(event)}>
      <ErrorSummary
        errors={form.formState.errors}
        attempt={attempt}
        title={refusal?.title}
        formError={refusal?.detail}
        wayOut={refusal?.wayOut}
        missing={missing}
      />
      <TripFields form={form} />
      <div className="form-actions">
        <SubmitButton busy={isBusy}>{edited ? 'Enregistrer les modifications' : 'Enregistrer mon trajet'}</SubmitButton>
        <output className="muted small form-actions__note">{note}</output>
      </div>
      {asks === 'signIn' && (
        <Suspense fallback={null}>
          <SignInDialog
            open
            reason="Vous devez être connecté pour créer un trajet"
            path={pathname + search}
            onClose={() => setAsks(undefined)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asks === 'confirm'}
        title="Confirmer votre trajet"
        confirm="Enregistrer le trajet"
        cancel="Modifier"
        onConfirm={publish}
        onClose={() => setAsks(undefined)}
      >
        {asks === 'confirm' && (
          <div className="stack">
            <p dir="auto">{tripSentence(form.getValues())}</p>
            <p className="muted">
              {edited
                ? 'Votre trajet quitte la recherche et réapparaîtra après validation, sous 24 à 48 heures.'
                : 'Votre trajet apparaîtra dans la recherche après validation, sous 24 à 48 heures.'}
            </p>
          </div>
        )}
      </ConfirmDialog>
    </form>
  );
}

function isIncomplete({ depart, arrival, transport, travelDate }: TripValues): boolean {
  const texts = [depart.city, depart.countryCode, arrival.city, arrival.countryCode, travelDate];
  return !transport || texts.some((text) => text.trim() === '');
}
