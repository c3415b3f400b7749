import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { type NewAlert, When } from '#shared/alerts/contract.ts';
import { alertText, whenLabels } from '#shared/alerts/words.ts';
import { paths } from '#shared/site/paths.ts';
import { countryName } from '#shared/values/places.ts';
import { shortDay } from '#shared/values/time.ts';
import { alertsApi } from '#web/features/alerts/api.ts';
import { endOf, searchOf, unchosenSides, type Wish } from '#web/features/alerts/wish.ts';
import { PlaceFields } from '#web/features/listings/place-fields.tsx';
import { DeviceOffer } from '#web/features/notices/devices/device-offer.tsx';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface AlertDialogProps {
  wish: Wish;
  onClose: () => void;
}

const options = [
  { value: 'now', label: whenLabels.now, description: 'Notification aussitôt, un email par heure au plus' },
  { value: 'day', label: whenLabels.day },
];

/** A side in the form. A city needs its country; an empty side is none. */
const TypedSide = z.object({ city: z.string(), countryCode: z.string(), placeId: z.optional(z.string()) }).check(
  z.refine(({ city, countryCode }) => city.trim() === '' || countryCode !== '', {
    path: ['countryCode'],
    error: 'Le pays est requis',
  }),
);
const AlertForm = z.object({ from: TypedSide, to: TypedSide, when: When });

/** « Créer une alerte »: the search in a sentence, when the news comes, and the day on which it ends. */
export function AlertDialog({ wish, onClose }: AlertDialogProps) {
  const [isKept, setKept] = useState(false);
  return isKept ? <Kept onClose={onClose} /> : <Asked wish={wish} onKept={() => setKept(true)} onClose={onClose} />;
}

function Asked({ wish, onKept, onClose }: AlertDialogProps & { onKept: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const [until] = useState(() => endOf(wish, Date.now()));
  const { form, busy, shell } = useSentForm({
    schema: AlertForm,
    defaultValues: { from: typedSide(wish.from), to: typedSide(wish.to), when: 'now' },
    send: async ({ from, to, when }) => {
      const body: NewAlert = { ...searchOf({ ...wish, from, to }), until, when };
      await alertsApi.addAlert({ body }, { idempotencyKey: keyOfTry(body) });
      void touch(queries, ['alerts', 'myAlerts']);
      onKept();
    },
    refusalOf,
  });
  const field = fieldOf(form);
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] });
  const { errors } = form.formState;
  const unchosen = unchosenSides(wish);
  return (
    <Dialog
      open
      size="full"
      title="Créer une alerte"
      onClose={heldWhile(busy, onClose)}
      footer={
        <>
          <Button onClick={heldWhile(busy, onClose)}>Annuler</Button>
          <SubmitButton form={formId} busy={busy} busyText="Création…">
            Créer l'alerte
          </SubmitButton>
        </>
      }
    >
      <FormShell id={formId} {...shell}>
        <div>
          <p>Nous vous signalons chaque nouvelle annonce :</p>
          <p>
            <strong>{alertText(namedSearch({ ...wish, from, to }))}</strong>
          </p>
        </div>
        {(unchosen.from || unchosen.to) && <p>Choisissez la ville dans la liste</p>}
        {unchosen.from && (
          <PlaceFields
            form={form}
            name="from"
            labels={{ country: 'Pays de départ', city: 'Ville de départ' }}
            errors={errors.from}
          />
        )}
        {unchosen.to && (
          <PlaceFields
            form={form}
            name="to"
            labels={{ country: "Pays d'arrivée", city: "Ville d'arrivée" }}
            errors={errors.to}
          />
        )}
        <RadioCards label="Quand ?" optional="silent" options={options} {...field('when')} />
        <p className="muted">Elle s'arrête le {shortDay(until)}.</p>
      </FormShell>
    </Dialog>
  );
}

function Kept({ onClose }: Pick<AlertDialogProps, 'onClose'>) {
  const { me } = useSession();
  return (
    <Dialog
      open
      size="full"
      title="Alerte créée"
      onClose={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Fermer
        </Button>
      }
    >
      <p role="status">
        Retrouvez-la dans « <Link to={paths.alerts}>Mes alertes</Link> ».
      </p>
      {me && <DeviceOffer memberId={me.id} />}
    </Dialog>
  );
}

/** A typed text that is no country begins in the field of the city. */
const typedSide = ({ city, countryCode = '', placeId, country = '' }: Wish['from']) => ({
  city: city || country,
  countryCode,
  ...(placeId ? { placeId } : {}),
});

function namedSearch(wish: Wish) {
  const search = searchOf(wish);
  const named = (side: typeof search.from) => side && { ...side, country: countryName(side.countryCode) ?? '' };
  const { from, to, ...rest } = search;
  return { ...rest, from: named(from), to: named(to) };
}

function refusalOf(error: unknown): Failure {
  const { code, title, detail, isUncertain } = asProblem(error);
  if (code === 'OFFLINE' && !isUncertain) return { detail: 'Cette étape demande une connexion.' };
  const wayOut = code === 'LIMIT' ? { to: paths.alerts, text: 'Voir mes alertes' } : wayOutOf({ code });
  return { ...(detail.startsWith(title) ? {} : { title }), detail, wayOut };
}
