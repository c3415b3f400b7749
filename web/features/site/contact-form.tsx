import * as z from 'zod/mini';
import type { Me } from '#shared/accounts/me.ts';
import { ContactMessage, ContactTopic } from '#shared/site/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { contactTopics } from '#shared/site/words.ts';
import { maxLength } from '#shared/values/fields.ts';
import { siteApi } from '#web/features/site/api.ts';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { EmailField, fieldOf, SelectField, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { orEmpty } from '#web/forms/typed-fields.ts';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export interface Sent {
  readonly reference: string;
  readonly email: string;
}

const { shape } = ContactMessage;
/** The message as typed: a missing choice and a missing number are empty. */
const Form = z.object({
  ...shape,
  topic: z.pipe(z.string(), shape.topic),
  parcelNumber: orEmpty(shape.parcelNumber, 'Numéro de colis incorrect'),
});

const draftName = 'contact';
const Draft = z.object({
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  parcelNumber: z.string(),
  message: z.string(),
});

interface ContactFormProps {
  me: Me | undefined;
  onSent: (sent: Sent) => void;
}

/** Writes to the administrators. The typed text stays until the message has arrived, also when the page is left. */
export function ContactForm(props: ContactFormProps) {
  const [kept] = useKeptDraft(draftName, Draft, 'message');
  return <Fields key={kept ? 'kept' : 'new'} {...props} kept={kept} />;
}

function Fields({ me, onSent, kept }: ContactFormProps & { kept: Partial<z.infer<typeof Draft>> | undefined }) {
  const [params] = usePageQuery(paths.contact);
  const keyOfTry = useIdempotencyKey();
  const { form, busy, shell } = useSentForm({
    schema: Form,
    defaultValues: {
      name: kept?.name || (me ? `${me.firstName} ${me.lastName}` : ''),
      email: kept?.email || (me?.email ?? ''),
      topic: ContactTopic.safeParse(params.get('topic')).data ?? kept?.topic ?? '',
      parcelNumber: params.get('parcel') ?? kept?.parcelNumber ?? '',
      message: kept?.message ?? '',
    },
    send: async (message) => {
      const { reference } = await siteApi.contactUs({ body: message }, { idempotencyKey: keyOfTry(message) });
      drop();
      onSent({ reference, email: message.email });
    },
  });
  const field = fieldOf(form);
  const { drop } = useDraft(draftName, form, { kind: 'message' });
  return (
    <FormShell data-kept {...shell}>
      <div className="form__group">
        <RequiredLegend />
        <TextField label="Nom" autoComplete="name" limit={maxLength.name} {...field('name')} />
        <EmailField hint="Nous répondons à cette adresse." {...field('email')} />
        <SelectField
          label="Sujet"
          options={Object.entries(contactTopics)}
          placeholder="Choisissez un sujet"
          {...field('topic')}
        />
        <TextField
          label="Numéro de suivi"
          optional
          autoComplete="off"
          limit={40}
          hint="Il figure sur la page de la livraison."
          {...field('parcelNumber')}
        />
        <TextAreaField
          label="Message"
          rows={8}
          limit={maxLength.message}
          hint="N'envoyez ni mot de passe ni pièce d'identité par ce formulaire."
          {...field('message')}
        />
        <SubmitButton busy={busy} busyText="Envoi…">
          Envoyer le message
        </SubmitButton>
      </div>
    </FormShell>
  );
}
