import '#web/features/listings/listings.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/fields.ts';
import { SignInQuestion } from '#web/features/listings/sign-in-question.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { FormShell, useFormSummary } from '#web/forms/form-shell.tsx';
import { failureWithDraft, useDraft } from '#web/forms/use-draft.ts';
import { useStandingForm } from '#web/forms/use-standing-errors.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem, isSignedOut } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { tripsApi } from './api.ts';
import { valuesOf } from './trip-draft.ts';
import { TripFields } from './trip-fields.tsx';
import {
  emptyTrip,
  fieldOf,
  type TripOutput,
  type TripValues,
  toNewTrip,
  tripFormOf,
  tripSentence,
} from './trip-form.ts';

/** Publishes a trip, or stores the edit of `edited`. After STALE the next try is about the current version. */
function useStoreTrip(edited: Trip | undefined) {
  const idempotencyKey = useIdempotencyKey();
  const version = useRef(edited?.version ?? 0);
  return async (values: TripValues): Promise<Trip> => {
    const body = toNewTrip(values);
    if (!edited) return tripsApi.publishTrip({ body }, { idempotencyKey: idempotencyKey(body) });
    const call = { params: { tripId: edited.id }, version: version.current, body };
    try {
      return await tripsApi.editTrip(call, { idempotencyKey: idempotencyKey(call) });
    } catch (fault) {
      const { code, current } = asProblem(fault);
      const standing = Trip.safeParse(current).data;
      if (code === 'STALE' && standing) version.current = standing.version;
      throw fault;
    }
  };
}

const fieldsMissing = { title: 'Champs manquants', detail: 'Veuillez remplir tous les champs obligatoires' };
const signInFirst = 'Vous devez être connecté pour créer un trajet';
const notStored = "Une erreur est survenue lors de l'enregistrement du trajet.";

interface PublishTripProps {
  draftName: string;
  draft: Partial<TripValues> | undefined;
  edited?: Trip;
  /** The question before an edit ends with it. */
  parcels?: (values: TripValues, onReading: (isReading: boolean) => void) => ReactNode;
}

/** The form of `/transport-parcel`, its confirmation and its publication. */
export function PublishTrip({ draftName, draft, edited, parcels }: PublishTripProps) {
  const form = useStandingForm<TripValues, TripOutput>(tripFormOf(edited ?? {}), { ...emptyTrip, ...draft });
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const store = useStoreTrip(edited);
  const leave = useLeave(edited ? 'Trajet modifié' : 'Trajet enregistré !');
  const { note, drop } = useDraft(draftName, form);
  const { summary, clear, fail } = useFormSummary();
  const [asks, setAsks] = useState<'signIn' | 'confirm'>();
  const [isBusy, setBusy] = useState(false);
  const [isReading, setReading] = useState(false);
  const close = () => setAsks(undefined);
  // No draft or open field keeps other places while parcels count on these (rule 129).
  useEffect(() => {
    if (!edited?.bookedGrams) return;
    const { depart, stops, arrival } = valuesOf(edited);
    form.setValue('depart', depart);
    form.setValue('stops', stops);
    form.setValue('arrival', arrival);
  }, [edited, form]);

  const check = form.handleSubmit(
    () => {
      clear();
      setAsks(status === 'visitor' ? 'signIn' : 'confirm');
    },
    () => fail({ refusal: undefined, missing: isIncomplete(form.getValues()) ? fieldsMissing : undefined }),
  );
  const publish = async () => {
    setBusy(true);
    try {
      const trip = await store(form.getValues());
      drop();
      leave(trip);
    } catch (fault) {
      refused(fault);
    } finally {
      setBusy(false);
    }
  };
  const refused = (fault: unknown) => {
    if (isSignedOut(fault)) {
      // The session has ended; the draft is kept (product 2.8).
      toast.error('Erreur', signInFirst, undefined, paths.login);
      return void navigate(loginPath(pathname + search));
    }
    const failure = failureWithDraft(notStored, fault);
    const wrong = Object.entries(asProblem(fault).fields);
    if (wrong.length === 0) throw new ActFailed(failure);
    for (const [path, message] of wrong) form.setError(fieldOf(path), { message });
    fail({ refusal: failure });
  };

  return (
    <FormShell data-kept {...summary} errors={form.formState.errors} onSubmit={check}>
      <TripFields form={form} booked={edited?.bookedGrams ?? 0} />
      <div className="cluster form-actions">
        <SubmitButton busy={isBusy}>{edited ? 'Enregistrer les modifications' : 'Enregistrer mon trajet'}</SubmitButton>
        <output className="muted small form-actions__note">{note}</output>
      </div>
      {asks === 'signIn' && <SignInQuestion reason={signInFirst} onClose={close} />}
      <ConfirmDialog
        open={asks === 'confirm'}
        title="Confirmer votre trajet"
        confirm="Enregistrer le trajet"
        cancel="Modifier"
        waits={isReading}
        onConfirm={publish}
        onClose={close}
      >
        {asks === 'confirm' && (
          <TripToStore values={form.getValues()} {...{ edited, parcels }} onReading={setReading} />
        )}
      </ConfirmDialog>
    </FormShell>
  );
}

type TripToStoreProps = Pick<PublishTripProps, 'edited' | 'parcels'> & {
  values: TripValues;
  onReading: (isReading: boolean) => void;
};

const TripToStore = ({ values, edited, parcels, onReading }: TripToStoreProps) => (
  <div className="stack">
    <p>{tripSentence(values)}</p>
    <p className="muted">
      {edited
        ? 'Votre trajet quitte la recherche et réapparaîtra après validation, sous 24 à 48 heures.'
        : 'Votre trajet apparaîtra dans la recherche après validation, sous 24 à 48 heures.'}
    </p>
    {parcels?.(values, onReading)}
  </div>
);

function useLeave(title: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (trip: Trip) => {
    toast.success(title, 'Il sera visible dans la recherche après validation, sous 24 à 48 heures.');
    void touch(client, ['trips', 'myTrips'], ['trips', 'readTrip']);
    // A trip without room has no parcels to suggest.
    void navigate(isFull(trip) ? paths.myTrips : withQuery(paths.myTrips, { matches: trip.id }));
  };
}

function isIncomplete({ depart, arrival, transport, travelDate }: TripValues): boolean {
  const texts = [depart.city, depart.countryCode, arrival.city, arrival.countryCode, travelDate];
  return !transport || texts.some((text) => text.trim() === '');
}
