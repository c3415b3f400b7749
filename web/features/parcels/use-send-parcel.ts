import { useState } from 'react';
import type { Sentence } from '#shared/client-refusals.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { fieldOf, type ParcelFormState, type ParcelValues } from '#web/features/parcels/parcel-form.ts';
import { sayPublished, usePublishParcel } from '#web/features/parcels/use-publish-parcel.ts';
import { useFormSummary } from '#web/forms/form-shell.tsx';
import { failureWithDraft } from '#web/forms/use-draft.ts';
import { asProblem, isSignedOut } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';

interface SendParcelOptions {
  form: ParcelFormState;
  edited: Parcel | undefined;
  onErrors: () => void;
  onPublished: (parcel: Parcel) => Promise<void>;
}

const notifying = () => import('#web/features/parcels/notify-travellers.ts');

export function useSendParcel({ form, edited, onErrors, onPublished }: SendParcelOptions) {
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
      () => fail({ missing: whatIsMissing(form.getValues()) }),
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
      if (values.notified.length > 0) await (await notifying()).notifyTravellers(parcel, values.notified, sayPublished);
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
