import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Closeness, closenessLabels } from '#shared/matching/contract.ts';
import { canTake, closenessOf, type Load } from '#shared/matching/rules.ts';
import { listsElectronics } from '#shared/parcels/contents-rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import type { TripCard } from '#shared/search/contract.ts';
import type { OpenOffers } from '#shared/situation/contract.ts';
import { routeText } from '#shared/values/french.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { countryName } from '#shared/values/places.ts';
import { isDay, longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { readGrams } from '#shared/values/typed/numbers.ts';
import { tripsForQuery } from '#web/features/matching/api.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { toQuery } from '#web/features/search/filters.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { weightBounds } from '#web/features/trips/trip-form.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import type { PlaceValue } from '#web/forms/place/place-field.tsx';
import { moneyTyped } from '#web/forms/typed-fields.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SendingBar } from '#web/ui/progress/sending-bar.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { ContentLine } from './contents-list.tsx';
import { isElectronic, type ParcelFormState, type ParcelValues, toContents } from './parcel-form.ts';
import type { Sending } from './use-publish-parcel.ts';

/** Most travellers to notify of one parcel, so that it stays a request and not mass mail. */
const mostNotified = 3;

/**
 * Writes to the travellers whom the sender has selected; the parcel is published even if this fails. `say` gets the
 * words for the reached ones.
 */
export async function notifyTravellers(
  parcel: Parcel,
  tripIds: readonly string[],
  say: (told: string) => void,
): Promise<void> {
  if (tripIds.length === 0) return;
  const results = await Promise.allSettled(tripIds.map((tripId) => write(parcel, tripId)));
  const told = results.filter(({ status }) => status === 'fulfilled').length;
  const isUncertain = results.some((result) => result.status === 'rejected' && asProblem(result.reason).isUncertain);
  if (told > 0) say(told === 1 ? 'Voyageur prévenu' : `${told} voyageurs prévenus`);
  if (isUncertain)
    toast.error('Message sans réponse', 'Regardez dans vos messages si votre message est parti, avant de le réécrire.');
  else if (told < tripIds.length)
    toast.error("Impossible d'envoyer votre message", 'Retrouvez les voyageurs dans la recherche pour leur écrire.');
}

async function write(parcel: Parcel, tripId: string): Promise<void> {
  const { ownerId, travelDate } = await tripsApi.readTrip({ params: { tripId } });
  const { id, title, pickup, delivery, weightGrams } = parcel;
  const content = [
    `Bonjour, je viens de publier le colis « ${isolated(title)} » (${weightText(weightGrams)}), ${routeText(pickup, delivery)}.`,
    `Votre trajet du ${longDay(travelDate)} m'intéresse : pourriez-vous le transporter ?`,
  ].join(' ');
  // The sentence is ours.
  await messagingApi.sendMessage({ body: { recipientId: ownerId, parcelId: id, content, acknowledged: 'payment' } });
}

/** Number of best matches; a button shows the others, so that the publish button stays near. */
const firstShown = 3;

type Match = TripCard & { closeness: Closeness };

/** « Choisir un voyageur »: trips that could take this parcel; the marked ones are notified after the publication. */
function Travellers({ form }: { form: ParcelFormState }) {
  const { watch, setValue } = form;
  const { trips, error, retry } = useTravellers(watch());
  const [showsAll, setShowsAll] = useState(false);
  const marked = watch('notified');
  const mark = (tripId: string, isMarked: boolean) =>
    setValue('notified', isMarked ? [...marked, tripId] : marked.filter((id) => id !== tripId), { shouldDirty: true });
  return (
    <>
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!trips && !error && <CardSkeletons count={2} />}
      {trips?.length === 0 && (
        <p className="muted">
          {(readGrams(watch('weight')) ?? 0) > weightBounds.max * 1000
            ? `Aucun voyageur ne prend plus de ${weightBounds.max} kg : partagez-le en plusieurs colis.`
            : "Aucun voyageur sur ce trajet pour l'instant, votre annonce leur sera visible."}
        </p>
      )}
      {trips && trips.length > 0 && (
        <>
          <p className="muted">
            Facultatif : prévenez jusqu'à {mostNotified} voyageurs par message, dès la publication.
          </p>
          <ul className="card-grid">
            {trips.slice(0, showsAll ? trips.length : firstShown).map((trip) => (
              <li key={trip.id} className="card stack">
                <TripFacts trip={trip} level="h3" />
                <MemberLine member={trip.owner} />
                <Badge tone={trip.closeness === 'exact' ? 'success' : 'neutral'}>
                  {closenessLabels[trip.closeness]}
                </Badge>
                <CheckboxField
                  label={
                    <>
                      Prévenir ce voyageur <span className="visually-hidden">({trip.owner.firstName})</span>
                    </>
                  }
                  id={`notify-${trip.id}`}
                  name={`notify-${trip.id}`}
                  optional
                  checked={marked.includes(trip.id)}
                  disabled={!marked.includes(trip.id) && marked.length >= mostNotified}
                  onChange={({ target }) => mark(trip.id, target.checked)}
                />
              </li>
            ))}
          </ul>
          <MoreButton hasMore={!showsAll && trips.length > firstShown} busy={false} onMore={() => setShowsAll(true)} />
        </>
      )}
    </>
  );
}

/** Members get the server's matches over all pages; visitors get the first page of the public search. */
function useTravellers(values: ParcelValues): { trips: Match[] | undefined; error: Error | null; retry: () => void } {
  const { status } = useSession();
  const load = loadOf(values);
  const { pickup, delivery } = values;
  const found = useQuery({
    ...tripsForQuery({ ...values, hasElectronics: isElectronic(values) }),
    enabled: status === 'member',
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const route = toQuery({ from: pickup, to: delivery, date: '', parts: [] }, 'trip');
  const seen = useQuery({ ...searchQuery('searchTrips', { query: route }), enabled: status === 'visitor' });
  if (status === 'member') return { trips: found.data?.items, error: found.error, retry: () => void found.refetch() };
  const trips = seen.data?.items.flatMap((trip): Match[] => {
    const closeness = canTake(trip, load) && closenessOf(trip, load);
    return closeness ? [{ ...trip, closeness }] : [];
  });
  return { trips, error: seen.error, retry: () => void seen.refetch() };
}

const loadOf = ({ weight, ...values }: ParcelValues): Load => ({
  ...values,
  hasElectronics: isElectronic(values),
  weightGrams: readGrams(weight) ?? 0,
});

interface SummaryStepProps {
  form: ParcelFormState;
  onEdit: (field: string) => void;
  sending: Sending;
  onRetry: () => void;
  edited: Parcel | undefined;
}

/** Step 2, « Choisir un voyageur »: the parcel to publish, and matching travellers. */
export function SummaryStep({ form, onEdit, sending, onRetry, edited }: SummaryStepProps) {
  const { getValues } = form;
  const values = getValues();
  const price = moneyTyped(values.price, values.currency);
  const rows: readonly (readonly [string, string, ReactNode])[] = [
    ['title', 'Titre', <bdi key="title">{values.title}</bdi>],
    [
      'description',
      'Description',
      <span key="text" dir="auto" className="member-text">
        {values.description}
      </span>,
    ],
    [
      'contents',
      'Contenu',
      <ul key="contents">
        {toContents(values.contents).map((content) => (
          <li key={content.category}>
            <ContentLine content={content} />
          </li>
        ))}
      </ul>,
    ],
    ['pickup.city', 'Départ', placeText(values.pickup)],
    ['delivery.city', 'Destination', placeText(values.delivery)],
    ['weight', 'Poids', weightText(readGrams(values.weight) ?? 0)],
    ['size', 'Taille', values.size ? sizeDescriptions[values.size] : ''],
    ['deadline', 'Date limite', isDay(values.deadline) ? longDay(values.deadline) : ''],
    ['price', 'Prix proposé', price ? moneyText(price) : priceToAgree],
    [
      'file',
      'Photo ou document',
      values.file ? (
        <FileSummary key="file" file={values.file} />
      ) : edited?.file && values.keepsFile ? (
        'Fichier actuel conservé'
      ) : (
        'Aucun'
      ),
    ],
  ];
  return (
    <>
      <section className="form__group">
        <h2>Résumé et itinéraire</h2>
        <dl className="summary">
          {rows.map(([field, name, value]) => (
            <div key={field} className="summary-row">
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                <Button variant="link" size="small" aria-label={`Modifier : ${name}`} onClick={() => onEdit(field)}>
                  Modifier
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Options form={form} />
      {!edited && (
        <section className="form__group" aria-labelledby="travellers">
          <h2 id="travellers">Voyageurs sur ce trajet</h2>
          <Travellers form={form} />
        </section>
      )}
      {edited?.situation?.offers && <EndingOffers {...edited.situation.offers} />}
      <Callout tone="info">
        <p>Votre annonce est vérifiée par notre équipe sous 24 à 48 heures, puis visible par les transporteurs.</p>
        <p>Vous choisissez vous-même votre voyageur, après avoir échangé par la messagerie.</p>
      </Callout>
      <SendingState sending={sending} onRetry={onRetry} />
    </>
  );
}

/** An edit ends every open proposition, because the parcel that it was about is another one. */
function EndingOffers({ received, sent, stuck = [] }: OpenOffers) {
  const count = received + sent + stuck.length;
  return (
    <Callout tone="warning" title={count === 1 ? '1 proposition en cours' : `${count} propositions en cours`}>
      <p>
        {count === 1
          ? 'Elle prend fin quand vous enregistrez vos modifications.'
          : 'Elles prennent fin quand vous enregistrez vos modifications.'}
      </p>
    </Callout>
  );
}

/** « Appareil électronique » follows from the declared contents, or is ticked. */
function Options({ form: { register, watch } }: { form: ParcelFormState }) {
  return (
    <fieldset className="form__group">
      <legend>Options supplémentaires</legend>
      <CheckboxField label="Contenu fragile" optional {...register('isFragile')} />
      {listsElectronics(watch('contents')) ? (
        <CheckboxField
          label="Appareil électronique"
          name="hasElectronics"
          hint="D'après votre liste."
          optional
          checked
          disabled
          readOnly
        />
      ) : (
        <CheckboxField label="Appareil électronique" optional {...register('hasElectronics')} />
      )}
    </fieldset>
  );
}

/** It is next to the button that sends the file. */
function SendingState({ sending, onRetry }: Pick<SummaryStepProps, 'sending' | 'onRetry'>) {
  return (
    <>
      {typeof sending === 'object' && (
        <p className="cluster summary__sending">
          <SendingBar sending={sending} label="Envoi du fichier" />
          <span className="small muted">Envoi du fichier : {Math.round(sending.share * 100)} %</span>
        </p>
      )}
      {sending === 'failed' && (
        <p className="field__error">
          L'envoi du fichier a échoué. Rien n'est perdu.{' '}
          <Button size="small" onClick={onRetry}>
            Réessayer l'envoi
          </Button>
        </p>
      )}
    </>
  );
}

const placeText = ({ city, countryCode }: PlaceValue) => (
  <span translate="no">
    {[isolated(city.trim()), countryCode && countryName(countryCode)].filter(Boolean).join(', ')}
  </span>
);

function FileSummary({ file }: { file: File }) {
  return (
    <span className="cluster">
      {file.type.startsWith('image/') ? (
        <LocalImage file={file} alt="" width={64} height={48} />
      ) : (
        <FileText size={24} aria-hidden="true" />
      )}
      {file.name}
    </span>
  );
}
