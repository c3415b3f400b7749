import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Offer } from '#shared/deliveries/offer.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import { type Acknowledged, warningIn } from '#shared/messaging/warnings.ts';
import { calledName, nameOf } from '#shared/messaging/words.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { WeightGrams } from '#shared/parcels/weight.ts';
import { weightText } from '#shared/parcels/words.ts';
import { actWordsOf } from '#shared/situation/acts.ts';
import { firstPrice, labelOf } from '#shared/situation/label-words.ts';
import { notInsured } from '#shared/situation/questions.ts';
import { tripWhy } from '#shared/situation/stuck-words.ts';
import { nameIn, offerText, termsLine } from '#shared/situation/words.ts';
import { type Card, type Money, maxLength, mostPrice, priceTooHigh, text } from '#shared/values/fields.ts';
import { amountText } from '#shared/values/money.ts';
import { isolated, tidyLine } from '#shared/values/typed/characters.ts';
import { readAmount, typedKilos } from '#shared/values/typed/numbers.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { overtaken, titleOfAct, useShown } from '#web/features/deliveries/acts/use-act.ts';
import { YesContents } from '#web/features/deliveries/acts/yes-contents.tsx';
import { noTrip, useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { PriceField } from '#web/features/listings/price-field.tsx';
import { WeightField } from '#web/features/listings/weight-field.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { Parts } from '#web/features/situation/sentence.tsx';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { moneyTyped } from '#web/forms/typed-fields.ts';
import { failureWithDraft, useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export type OfferDialogProps = Acted<ActParcel> & {
  other: Card;
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

/** The name of the draft about a parcel, to one member. The price of an invitation is about one trip. */
const draftOf = ({ parcel, other, invitation }: OfferDialogProps, isChange: boolean) =>
  ['offer', parcel.id, other.id, ...(isChange ? ['change'] : []), ...(invitation ? [invitation.trip.id] : [])].join(
    '.',
  );

/** « Proposer un prix », or « Modifier l'accord »: a price, a note, and the traveller's trip. Typed text stays. */
export function OfferDialog(props: OfferDialogProps) {
  // The form stays what it was when it opened, also when the two agree in the course of it.
  const [isChange] = useState(props.situation.stage === 'agreed');
  const [kept] = useKeptDraft(draftOf(props, isChange), Draft, 'message');
  const key = kept ? 'kept' : 'new';
  return props.situation.isOwner ? (
    <OwnersOffer key={key} {...props} kept={kept} isChange={isChange} />
  ) : (
    <TravellersOffer key={key} {...props} kept={kept} isChange={isChange} />
  );
}

type KeptProps = OfferDialogProps & { kept: Kept; isChange: boolean };

function TravellersOffer(props: KeptProps) {
  const { situation, memberId, kept, isChange } = props;
  const { offer, terms } = situation;
  const agreed = isChange ? terms.trip : undefined;
  const [picked, setPicked] = useState(kept?.tripId || undefined);
  // An agreement or an own offer without a trip stays without one, unless its traveller chooses one.
  const isWithout = isChange || offer?.by === memberId;
  const chosen = picked ?? offer?.trip?.id ?? (isWithout ? noTrip : undefined);
  const { tripId, waits, field } = useTripChoice(props, { chosen, agreed, onPick: setPicked });
  return <OfferForm {...props} trip={{ picked, tripId, waits, field }} />;
}

/** The owner leaves the trip to the traveller, invites them to one, or keeps the one that the open offer names. */
function OwnersOffer(props: KeptProps) {
  const { parcel, situation, invitation, kept } = props;
  const { offer } = situation;
  const named = invitation?.trip ?? (offer?.isChange ? undefined : offer?.trip);
  const [picked, setPicked] = useState(kept?.tripId || undefined);
  const tripId = picked === noTrip || named?.obstacle ? undefined : named?.id;
  // The name of a trip tells that it is cancelled.
  const remark = named?.obstacle && named.obstacle !== 'cancelled' && tripWhy[named.obstacle];
  const field = named && (
    <SelectField
      label="Avec quel trajet ?"
      name="tripId"
      value={tripId ?? noTrip}
      onChange={({ target }) => setPicked(target.value)}
      options={[
        [named.id, `Son ${namedTripText(named, parcel)}${remark ? ` · ${remark}` : ''}`, named.obstacle !== undefined],
        [noTrip, 'Sans trajet publié'],
      ]}
    />
  );
  return <OfferForm {...props} trip={{ picked, tripId, waits: false, field }} />;
}

interface TripPart {
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

/** The fields begin with typed text, else with the own open offer, else with the price of the button or the trip. */
function firstValues({ situation, memberId, invitation, kept, isChange }: KeptProps) {
  const { offer, terms } = situation;
  const mine: Partial<Offer> = offer?.by === memberId ? offer : {};
  const suggested = isChange ? terms.price : invitation ? invitation.price : firstPrice(situation);
  const price = mine.price ?? suggested;
  const currency = (price ?? offer?.price ?? terms.price)?.currency ?? 'EUR';
  return {
    price: kept?.price ?? (price ? amountText(price.amount) : ''),
    currency: kept?.currency === 'DZD' || kept?.currency === 'EUR' ? kept.currency : currency,
    weight: isChange ? (kept?.weight ?? typedKilos(mine.grams ?? terms.grams)) : '',
    tripId: kept?.tripId ?? '',
    note: kept?.note ?? '',
  };
}

function useOfferForm(props: KeptProps & { trip: TripPart }) {
  const { parcel, situation, memberId, other, trip, invitation, isChange, onClose } = props;
  const { offer } = situation;
  const show = useShown();
  const keyOfTry = useIdempotencyKey();
  const [problem, setProblem] = useState<string>();
  const acknowledged = useRef<Acknowledged>(undefined);
  const words = actWordsOf('makeOffer', { ...situation, stage: isChange ? 'agreed' : 'listed' });
  const sent = useSentForm({
    schema: schemaOf(isChange, !isChange || situation.terms.price !== undefined),
    defaultValues: firstValues(props),
    send: async ({ price, currency, note }) => {
      const money = moneyTyped(price, currency);
      const body = {
        memberId: other.id,
        isChange,
        // An own parcel without its conversation shows no offer of one member, and a change never replaces theirs.
        ...(invitation || isChange ? {} : { seenOfferId: offer && offer.by !== memberId ? offer.id : null }),
        ...(money ? { price: money } : {}),
        ...(isChange ? { weight: sent.form.getValues('weight') } : {}),
        ...(trip.tripId ? { tripId: trip.tripId } : {}),
        ...(note ? { note } : {}),
        ...(acknowledged.current ? { acknowledged: acknowledged.current } : {}),
      };
      // A changed note is judged again.
      acknowledged.current = undefined;
      const call = { params: { parcelId: parcel.id }, body };
      const making = deliveriesApi.makeOffer(call, { idempotencyKey: keyOfTry(call) });
      const made = await making.catch((error: unknown) => {
        const { code } = asProblem(error);
        if (!warningIn(code)) setProblem(code);
        throw atWeight(error, isChange && (!trip.tripId || trip.tripId === situation.terms.trip?.id));
      });
      toast.success(words.done, `${isolated(calledName(other))} a jusqu'au ${deadlineText(made.until)} pour répondre.`);
      drop();
      onClose();
      void show();
    },
    refusalOf: (error, isAtField) => (isAtField ? undefined : refusalOf(words.failed, error)),
  });
  const { form } = sent;
  const { drop } = useDraft(draftOf(props, isChange), form, { kind: 'message' });
  const { picked } = trip;
  useEffect(() => {
    if (picked !== undefined) form.setValue('tripId', picked);
  }, [picked, form]);
  const close = () => {
    onClose();
    if (problem) void show();
  };
  const onAnyway = (warning: Acknowledged | undefined) => {
    acknowledged.current = warning;
    return sent.shell.onSubmit();
  };
  return { ...sent, close, onAnyway, isOver: problem !== undefined && overtaken.has(problem) };
}

/** The agreed trip has no room for the heavier parcel: its weight is what to correct. */
function atWeight(error: unknown, isAgreedTrip: boolean): unknown {
  const { code, title, detail } = asProblem(error);
  if (code !== 'TRIP_UNAVAILABLE' || !isAgreedTrip) return error;
  return new ApiProblem('INVALID', { title, detail, fields: { weight: detail } });
}

/** The choice of a trip is no field of the form: its refusal is above the fields. */
function refusalOf(title: string, error: unknown): Failure {
  const { tripId } = asProblem(error).fields;
  return tripId ? { title, detail: tripId } : failureWithDraft(titleOfAct(title, error), error);
}

/** The most grams on the agreed trip. Rows of lists leave them out, because each booking would change them. */
function useMostGrams({ parcel, situation, isChange, trip: { tripId } }: KeptProps & { trip: TripPart }) {
  const { trip, mostGrams } = situation.terms;
  const isAgreedTrip = isChange && trip !== undefined && (tripId ?? trip.id) === trip.id;
  const isUnknown = isAgreedTrip && mostGrams === undefined;
  const { data } = useQuery({
    ...parcelsQuery('readParcel', { params: { parcelId: parcel.id } }),
    enabled: isUnknown,
    staleTime: 0,
  });
  return isAgreedTrip ? (mostGrams ?? data?.situation?.terms.mostGrams) : undefined;
}

function OfferForm(props: KeptProps & { trip: TripPart }) {
  const { situation, other, trip, invitation, isChange } = props;
  const formId = useId();
  const { form, errors, busy, shell, close, onAnyway, isOver } = useOfferForm(props);
  const { register, setValue } = form;
  const [title] = useState(() => {
    if (invitation) return `Confier ce colis à ${isolated(calledName(other))}`;
    return firstPrice(situation) ? 'Proposer de livrer ce colis' : labelOf('makeOffer', situation);
  });
  const mostGrams = useMostGrams(props);
  return (
    <Dialog
      open
      size="full"
      title={title}
      onClose={heldWhile(busy, close)}
      footer={
        <>
          <Button onClick={heldWhile(busy, close)}>{isOver ? 'Fermer' : 'Annuler'}</Button>
          {!isOver && (
            <SubmitButton form={formId} busy={busy || trip.waits} busyText={busy ? 'Envoi…' : 'Chargement…'}>
              {isChange ? 'Proposer ce changement' : 'Envoyer la proposition'}
            </SubmitButton>
          )}
        </>
      }
    >
      <FormShell data-kept id={formId} {...shell} onAnyway={onAnyway}>
        <Subject {...props} />
        <YesContents act="makeOffer" {...props} />
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
          <WeightField
            error={errors.weight?.message}
            {...(mostGrams && { hint: `Jusqu'à ${weightText(mostGrams)} possibles sur ce trajet.` })}
            weight={register('weight')}
            onRead={(kilos) => setValue('weight', kilos, { shouldValidate: true })}
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
            ? `${isolated(calledName(other))} doit accepter ce changement. Sans réponse, l'accord actuel reste valable ; une fois le colis récupéré, il ne change plus.`
            : "Votre proposition vaut 48 heures, mais pas après la date limite du colis, et ne le réserve pas : le premier accord l'emporte. Si elle est acceptée, c'est d'accord : convenez ensemble du rendez-vous."}
        </p>
        {!isChange && (
          <p className="muted">
            <Parts of={notInsured(situation)} />
          </p>
        )}
      </FormShell>
    </Dialog>
  );
}

const termsLabels = { announced: 'Annoncé', proposed: 'Proposé', agreed: "Aujourd'hui" } as const;

function Subject({ parcel, situation, memberId, other }: OfferDialogProps) {
  const { title, pickup, delivery } = parcel;
  const { offer, terms } = situation;
  const proposes = offer?.by === memberId ? ['Vous avez proposé '] : [nameIn(other), ' propose '];
  return (
    <div className="stack stack--tight">
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        · <bdi translate="no">{pickup.city}</bdi> → <bdi translate="no">{delivery.city}</bdi>
      </p>
      <p>
        À <bdi translate="no">{nameOf(other)}</bdi>
      </p>
      <p>{`${termsLabels[terms.kind]} : ${termsLine(terms, parcel)}`}</p>
      {offer && (
        <p>
          <Parts of={[...proposes, offerText(situation, parcel), '.']} />
        </p>
      )}
    </div>
  );
}
