import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Me } from '#shared/accounts/me.ts';
import { type ReportReason, reportTextLength } from '#shared/reports/record.ts';
import { VisitorReport as Body, type VisitorReported } from '#shared/reports/visitors.ts';
import { paths } from '#shared/site/paths.ts';
import { maxLength } from '#shared/values/fields.ts';
import { reportsApi } from '#web/features/reports/api.ts';
import { ReasonField } from '#web/features/reports/reason-field.tsx';
import { Registered } from '#web/features/reports/registered.tsx';
import { ReportedThing } from '#web/features/reports/reported.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { EmailField, fieldOf, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { orEmpty } from '#web/forms/typed-fields.ts';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const { reason, text, name, email } = Body.shape;
const Form = z.object({
  reason: z.pipe(z.string(), reason),
  text,
  name: orEmpty(name, 'Nom incorrect'),
  email: orEmpty(email, 'Email invalide'),
});

const draftOf = ({ id }: VisitorReportProps['about']) => (id === undefined ? 'report' : `report.${id}`);
const Draft = z.object({ reason: z.string(), text: z.string(), name: z.string(), email: z.string() });

interface VisitorReportProps {
  about: Exclude<VisitorReported, { kind: 'decision' }>;
  me: Me | undefined;
}

/** The report of a person who may have no account, in place of the contact form (rule 175). */
export function VisitorReport(props: VisitorReportProps) {
  const [kept] = useKeptDraft(draftOf(props.about), Draft, 'message');
  const { key: visit } = useLocation();
  const [sent, setSent] = useState<{ reference: string; isAnswered: boolean; visit: string }>();
  // The same link again (« Signaler un contenu » of the footer) starts another report.
  if (sent?.visit === visit) return <Received {...sent} />;
  const isListing = props.about.kind !== 'page';
  return (
    <>
      <h1 tabIndex={-1}>{isListing ? 'Signaler cette annonce' : 'Signaler un contenu'}</h1>
      <p className="lead">
        Une personne de notre équipe examine votre signalement et décide. Ce que nous contrôlons, et comment, est dans
        nos <Link to={`${paths.terms}#moderation`}>conditions générales</Link>.
      </p>
      <ReportedThing about={props.about} isMember={props.me !== undefined} />
      <Fields key={kept ? 'kept' : 'new'} {...props} kept={kept} onSent={(report) => setSent({ ...report, visit })} />
    </>
  );
}

function Fields({
  about,
  me,
  kept,
  onSent,
}: VisitorReportProps & {
  kept: Partial<z.infer<typeof Draft>> | undefined;
  onSent: (sent: { reference: string; isAnswered: boolean }) => void;
}) {
  const keyOfTry = useIdempotencyKey();
  const { form, busy, shell } = useSentForm({
    schema: Form,
    defaultValues: {
      reason: kept?.reason ?? '',
      text: kept?.text ?? '',
      name: kept?.name ?? '',
      email: kept?.email ?? '',
    },
    send: async (typed) => {
      const idempotencyKey = keyOfTry({ about, ...typed });
      const { reference } = me
        ? await sendAsMember(about, { reason: typed.reason, text: typed.text }, { idempotencyKey })
        : await reportsApi.reportAsVisitor({ body: { about, ...typed } }, { idempotencyKey });
      drop();
      onSent({ reference, isAnswered: me !== undefined || typed.email !== undefined });
    },
  });
  const field = fieldOf(form);
  const { drop } = useDraft(draftOf(about), form, { kind: 'message' });
  const chosen = useWatch({ control: form.control, name: 'reason' });
  return (
    <FormShell data-kept {...shell}>
      <div className="form__group">
        <RequiredLegend />
        <ReasonField chosen={chosen} {...field('reason')} />
        <TextAreaField
          label="Expliquez en quelques mots"
          rows={6}
          limit={reportTextLength}
          hint={about.id ? undefined : "Dites aussi où : l'adresse de la page, ou le titre de l'annonce."}
          {...field('text')}
        />
        {!me && (
          <>
            <TextField label="Nom" optional autoComplete="name" limit={maxLength.name} {...field('name')} />
            <EmailField optional hint="Sans adresse, nous ne pouvons pas vous répondre." {...field('email')} />
          </>
        )}
        <p>Je pense de bonne foi que ces informations sont exactes.</p>
        <SubmitButton busy={busy} busyText="Envoi…">
          Envoyer le signalement
        </SubmitButton>
      </div>
    </FormShell>
  );
}

function sendAsMember(
  { kind, id }: VisitorReportProps['about'],
  body: { reason: ReportReason; text: string },
  options: CallOptions,
) {
  if (kind === 'parcel' && id) return reportsApi.reportParcel({ params: { parcelId: id }, body }, options);
  if (kind === 'trip' && id) return reportsApi.reportTrip({ params: { tripId: id }, body }, options);
  return reportsApi.reportPage({ body: { ...body, ...(id ? { page: id } : {}) } }, options);
}

const Received = ({ reference, isAnswered }: { reference: string; isAnswered: boolean }) => (
  <Registered title="Votre signalement est enregistré" reference={reference}>
    {isAnswered ? (
      <p>Merci. Nous vous répondons par email sous 48 heures.</p>
    ) : (
      <p>Merci. Une personne de notre équipe l'examine sous 48 heures.</p>
    )}
  </Registered>
);
