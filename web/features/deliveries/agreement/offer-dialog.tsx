import { useEffect, useId, useState } from 'react';
import * as z from 'zod/mini';
import type { Offer } from '#shared/deliveries/offer.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { WeightGrams } from '#shared/parcels/contract.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { type Money, maxLength, mostPrice, priceTooHigh, text } from '#shared/values/fields.ts';
import { amountText } from '#shared/values/money.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';
import { readAmount, typedKilos } from '#shared/values/typed/numbers.ts';
import { offerWords } from '#web/features/deliveries/agreement/offer-act-words.ts';
import { noTrip, useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { type OfferContext, useOfferActs } from '#web/features/deliveries/agreement/use-offer-acts.ts';
import { PriceField } from '#web/features/listings/price-field.tsx';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { SelectField, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { moneyTyped } from '#web/forms/typed-fields.ts';
import { failureWithDraft, useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { heldWhile } from '#web/ui/dialog/held-while.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export type OfferDialogProps = OfferContext & {
  title: string;
  /** The traveller's trip to which an owner invites them, and its price for the parcel. */
  invitation?: { trip: TermsTrip; price: Money | undefined };
  onClose: () => void;
};

const Draft = z.object({
  price: z.string(),
  currency: z.string(),
  weight: z.string(),
  tripId: z.string(),
  note: z.string(),
});
type Kept = Partial<z.infer<typeof Draft>> | undefined;

const isPickup = ({ parcel }: OfferContext) => parcel.status === 'pickup';

/** The name of the draft about a parcel, to one member. The price of an invitation is about one trip. */
const draftOf = ({ parcel, other, invitation }: OfferDialogProps, isChange: boolean) =>
  ['offer', parcel.id, other.id, ...(isChange ? ['change'] : []), ...(invitation ? [invitation.trip.id] : [])].join(
    '.',
  );

/** « Proposer un prix », or « Modifier l'accord »: a price, a note, and the traveller's trip. Typed text stays. */
export function OfferDialog(props: OfferDialogProps) {
  // The form stays what it was when it opened, also when the two agree in the course of it.
  const [isChange] = useState(isPickup(props));
  const [kept] = useKeptDraft(draftOf(props, isChange), Draft, 'message');
  const key = kept ? 'kept' : 'new';
  const isOwner = props.memberId === props.parcel.ownerId;
  return isOwner ? (
    <OwnersOffer key={key} {...props} kept={kept} isChange={isChange} />
  ) : (
    <TravellersOffer key={key} {...props} kept={kept} isChange={isChange} />
  );
}

type KeptProps = OfferDialogProps & { kept: Kept; isChange: boolean };

function TravellersOffer(props: KeptProps) {
  const { parcel, memberId, offer, kept, isChange } = props;
  const agreed = isChange ? parcel.terms?.trip : undefined;
  const [picked, setPicked] = useState(kept?.tripId || undefined);
  // An agreement or an own offer without a trip stays without one, unless its traveller chooses one.
  const isWithout = isChange || offer?.by === memberId;
  const chosen = picked ?? offer?.trip?.id ?? (isWithout ? noTrip : undefined);
  const { tripId, waits, field } = useTripChoice(parcel, { chosen, agreed, onPick: setPicked });
  return <OfferForm {...props} trip={{ picked, tripId, waits, field }} />;
}

/** The owner leaves the trip to the traveller, invites them to one, or keeps the one that the open offer names. */
function OwnersOffer(props: KeptProps) {
  const { offer, invitation, kept } = props;
  const named = invitation?.trip ?? (offer?.isChange ? undefined : offer?.trip);
  const [picked, setPicked] = useState(kept?.tripId || undefined);
  const tripId = picked === noTrip ? undefined : named?.id;
  const field = named && (
    <SelectField
      label="Avec quel trajet ?"
      name="tripId"
      value={tripId ?? noTrip}
      onChange={({ target }) => setPicked(target.value)}
      options={[
        [named.id, `Son ${namedTripText(named)}`],
        [noTrip, 'Sans trajet publié'],
      ]}
    />
  );
  return <OfferForm {...props} trip={{ picked, tripId, waits: false, field }} />;
}

interface TripPart {
  /** The choice of the member, kept with the text. */
  picked: string | undefined;
  tripId: string | undefined;
  waits: boolean;
  field: React.ReactNode;
}

/** A change may leave the price as it is, also without one. */
const schemaOf = (isChange: boolean, needsPrice: boolean) =>
  z.object({
    price: z.string().check(
      z.refine((typed) => !needsPrice || tidyLine(typed) !== '', 'Indiquez un prix'),
      z.refine((typed) => tidyLine(typed) === '' || (readAmount(typed)?.amount ?? 0) > 0, 'Prix incorrect'),
      z.refine((typed) => (readAmount(typed)?.amount ?? 0) <= mostPrice, priceTooHigh),
    ),
    currency: z.enum(['EUR', 'DZD']),
    weight: isChange ? WeightGrams : z.string(),
    tripId: z.string(),
    note: text(maxLength.offerNote),
  });

/** The fields begin with typed text, else with the own open offer, else with the present terms or the trip's price. */
function firstValues({ parcel, memberId, offer, invitation, kept, isChange }: KeptProps) {
  const mine: Partial<Offer> = offer?.by === memberId ? offer : {};
  const price = mine.price ?? (isChange ? parcel.terms?.price : invitation?.price);
  const currency = (price ?? offer?.price ?? parcel.price)?.currency ?? 'EUR';
  return {
    price: kept?.price ?? (price ? amountText(price.amount) : ''),
    currency: kept?.currency === 'DZD' || kept?.currency === 'EUR' ? kept.currency : currency,
    weight: isChange ? (kept?.weight ?? typedKilos(mine.grams ?? parcel.terms?.grams ?? parcel.weightGrams)) : '',
    tripId: kept?.tripId ?? '',
    note: kept?.note ?? '',
  };
}

function useOfferForm(props: KeptProps & { trip: TripPart }) {
  const { parcel, other, trip, isChange, onClose } = props;
  const { make, refresh } = useOfferActs(props);
  const [isOvertaken, setOvertaken] = useState(false);
  const sent = useSentForm({
    schema: schemaOf(isChange, !isChange || parcel.terms?.price !== undefined),
    defaultValues: firstValues(props),
    send: async ({ price, currency, note }) => {
      const money = moneyTyped(price, currency);
      const weight = sent.form.getValues('weight');
      const body = {
        memberId: other.id,
        ...(money ? { price: money } : {}),
        ...(isChange ? { weight } : {}),
        ...(trip.tripId ? { tripId: trip.tripId } : {}),
        ...(note ? { note } : {}),
      };
      const making = isChange === isPickup(props) ? make(body, isChange) : Promise.reject(situationChanged());
      await making.catch((error: unknown) => {
        setOvertaken(true);
        throw atWeight(error, isChange && (!trip.tripId || trip.tripId === parcel.terms?.trip?.id));
      });
      drop();
      onClose();
    },
    refusalOf: (error, isAtField) =>
      isAtField ? undefined : refusalOf(offerWords[isChange ? 'makeChange' : 'make'].failed, error),
  });
  const { form } = sent;
  const { drop } = useDraft(draftOf(props, isChange), form, { kind: 'message' });
  const { picked } = trip;
  useEffect(() => {
    if (picked !== undefined) form.setValue('tripId', picked);
  }, [picked, form]);
  const close = () => {
    onClose();
    if (isOvertaken) void refresh();
  };
  return { ...sent, close };
}

/** The server would take an offer as a change of the new agreement, which its author has not seen. */
const situationChanged = () =>
  new ApiProblem('STATE_CHANGED', {
    title: 'Situation modifiée',
    detail: 'La situation de ce colis a changé entre-temps. Fermez cette fenêtre pour voir son état actuel.',
  });

/** The agreed trip has no room for the heavier parcel: its weight is what to correct. */
function atWeight(error: unknown, isAgreedTrip: boolean): unknown {
  const { code, title, detail } = asProblem(error);
  if (code !== 'TRIP_UNAVAILABLE' || !isAgreedTrip) return error;
  return new ApiProblem('INVALID', { title, detail, fields: { weight: detail } });
}

/** The choice of a trip is no field of the form: its refusal is above the fields. */
function refusalOf(title: string, error: unknown): Failure {
  const { tripId } = asProblem(error).fields;
  return tripId ? { title, detail: tripId } : failureWithDraft(title, error);
}

function OfferForm(props: KeptProps & { trip: TripPart }) {
  const { other, trip, title, isChange } = props;
  const formId = useId();
  const { form, errors, busy, shell, close } = useOfferForm(props);
  const { register, setValue } = form;
  return (
    <Dialog
      open
      size="full"
      title={title}
      onClose={heldWhile(busy, close)}
      footer={
        <>
          <Button onClick={heldWhile(busy, close)}>Annuler</Button>
          <SubmitButton form={formId} busy={busy || trip.waits} busyText={busy ? 'Envoi…' : 'Chargement…'}>
            {isChange ? 'Proposer ce changement' : "Envoyer l'offre"}
          </SubmitButton>
        </>
      }
    >
      <FormShell data-kept id={formId} {...shell}>
        <PriceField
          label={isChange ? 'Prix' : 'Votre prix pour ce colis'}
          name="price"
          error={errors.price?.message}
          amount={register('price')}
          currency={register('currency')}
          onRead={(amount, currency) => {
            setValue('price', amount, { shouldValidate: true });
            if (currency) setValue('currency', currency);
          }}
        />
        {isChange && (
          <TextField
            label="Poids (kg)"
            inputMode="decimal"
            autoComplete="off"
            error={errors.weight?.message}
            {...register('weight')}
          />
        )}
        {trip.field}
        <TextAreaField
          label="Un mot"
          optional
          rows={3}
          limit={maxLength.offerNote}
          error={errors.note?.message}
          {...register('note')}
        />
        <p className="muted">
          {isChange
            ? `${nameOf(other)} doit accepter ce changement. Sans réponse, l'accord actuel reste valable ; une fois le colis pris en charge, il ne change plus.`
            : "Votre offre vaut 48 heures et ne réserve pas le colis : le premier accord l'emporte. Si elle est acceptée, votre accord est complet."}
        </p>
      </FormShell>
    </Dialog>
  );
}
