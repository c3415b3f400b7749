import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { subjectIn } from '#shared/reports/objections.ts';
import { reportTextLength } from '#shared/reports/record.ts';
import { VisitorReport } from '#shared/reports/visitors.ts';
import { paths } from '#shared/site/paths.ts';
import { text as typedText } from '#shared/values/fields.ts';
import { reportsApi } from '#web/features/reports/api.ts';
import { Registered } from '#web/features/reports/registered.tsx';
import { Contested, ReportedThing, useReported } from '#web/features/reports/reported.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { EmailField, fieldOf, TextAreaField } from '#web/forms/text-field.tsx';
import { orEmpty } from '#web/forms/typed-fields.ts';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const Form = z.object({
  text: typedText(reportTextLength, 'Expliquez pourquoi'),
  email: orEmpty(VisitorReport.shape.email, 'Email invalide'),
});

/** One for each decision, without the secret of its link. */
const draftOf = (token: string) => `objection.${subjectIn(token)}`;
const Draft = z.object({ text: z.string(), email: z.string() });

/** The objection to a decision by the link in its mail, without a session (rule 179). */
export function Objection({ token }: { token: string }) {
  const [kept] = useKeptDraft(draftOf(token), Draft, 'message');
  const [reference, setReference] = useState<string>();
  const about = { kind: 'decision', token } as const;
  const { data, error } = useReported(about);
  if (reference)
    return (
      <Registered title="Votre demande est enregistrée" reference={reference}>
        <p>Nous relisons la décision. Vous recevrez la réponse par email.</p>
      </Registered>
    );
  return (
    <>
      <h1 tabIndex={-1}>Contester une décision</h1>
      <p className="lead">
        C'est gratuit. Nous relisons la décision et vous répondons par email, avec le motif.{' '}
        <Link to={`${paths.terms}#moderation`}>Nos décisions, et comment les contester</Link>
      </p>
      <ReportedThing about={about} />
      {data?.contest ? (
        <Contested contest={data.contest} />
      ) : (
        (data || asProblem(error).code !== 'INVALID_LINK') && (
          <Fields key={kept ? 'kept' : 'new'} token={token} kept={kept} onSent={setReference} />
        )
      )}
    </>
  );
}

function Fields({
  token,
  kept,
  onSent,
}: {
  token: string;
  kept: Partial<z.infer<typeof Draft>> | undefined;
  onSent: (reference: string) => void;
}) {
  const keyOfTry = useIdempotencyKey();
  const { form, busy, shell } = useSentForm({
    schema: Form,
    defaultValues: { text: kept?.text ?? '', email: kept?.email ?? '' },
    send: async (typed) => {
      const body = { about: { kind: 'decision' as const, token }, reason: 'other' as const, ...typed };
      const reply = await reportsApi.reportAsVisitor({ body }, { idempotencyKey: keyOfTry(body) });
      drop();
      onSent(reply.reference);
    },
  });
  const field = fieldOf(form);
  const { drop } = useDraft(draftOf(token), form, { kind: 'message' });
  return (
    <FormShell data-kept {...shell}>
      <div className="form__group">
        <TextAreaField
          label="Pourquoi cette décision vous semble-t-elle fausse ?"
          rows={8}
          limit={reportTextLength}
          {...field('text')}
        />
        <EmailField
          optional
          hint="Seulement si votre compte est supprimé : sinon, nous répondons à l'adresse de votre compte."
          {...field('email')}
        />
        <SubmitButton busy={busy} busyText="Envoi…">
          Envoyer ma demande
        </SubmitButton>
      </div>
    </FormShell>
  );
}
