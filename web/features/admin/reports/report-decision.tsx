import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AdminReport } from '#shared/admin/reports.ts';
import { reasonTemplates } from '#shared/admin/words.ts';
import { ReportOutcome } from '#shared/reports/record.ts';
import { outcomeLabels } from '#shared/reports/words.ts';
import { maxLength, Reason, text } from '#shared/values/fields.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { failureOf } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const Form = z.object({ outcome: ReportOutcome, reason: Reason, warning: text(maxLength.reason) }).check(
  z.refine(({ outcome, warning }) => outcome !== 'warned' || warning !== '', {
    path: ['warning'],
    error: "Écrivez l'avertissement",
  }),
);

const draftOf = ({ id }: AdminReport) => `report.decision.${id}`;
const Draft = z.object({ outcome: z.string(), reason: z.string(), warning: z.string() });

interface ReportDecisionProps {
  report: AdminReport;
  onDone: () => void;
}

/** The decision about a report, which its reporter reads, and of a warning the accused. */
export function ReportDecision(props: ReportDecisionProps) {
  const [kept] = useKeptDraft(draftOf(props.report), Draft, 'message');
  return <Fields key={kept ? 'kept' : 'new'} {...props} kept={kept} />;
}

function Fields({ report, onDone, kept }: ReportDecisionProps & { kept: Partial<z.infer<typeof Draft>> | undefined }) {
  const formId = useId();
  const { id, version, accused } = report;
  const decision = useDecision<AdminReport>('adminReports', (item) => item.id);
  const { form, errors, busy, shell } = useSentForm({
    schema: Form,
    defaultValues: { reason: '', warning: '', ...kept, outcome: (kept?.outcome ?? '') as ReportOutcome },
    send: async ({ outcome, reason, warning }) => {
      const body = { outcome, reason, ...(outcome === 'warned' ? { warning } : {}) };
      await decision.decide({
        act: { name: 'decideReport', id, version, reason: JSON.stringify(body) },
        send: (options) => adminApi.decideReport({ params: { reportId: id }, version, body }, options),
        done: { title: 'Signalement traité' },
      });
      drop();
      onDone();
    },
    refusalOf: (error, isAtField) => (isAtField ? undefined : failureOf(error)),
  });
  const { drop } = useDraft(draftOf(report), form, { kind: 'message' });
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  const outcomes = ReportOutcome.options.filter((value) => value !== 'warned' || accused);
  return (
    <FormShell data-kept id={formId} {...shell}>
      <p>Faites d'abord ce que vous décidez : retirer, supprimer ou bloquer.</p>
      <RadioCards
        label="Décision"
        options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        error={errors.outcome?.message}
        {...form.register('outcome')}
      />
      <SelectField
        label="Motif fréquent"
        name="template"
        optional
        placeholder="Choisir un modèle"
        options={reasonTemplates.decideReport.map((template) => [template, template] as const)}
        onChange={({ target }) => target.value && form.setValue('reason', target.value)}
      />
      <TextAreaField
        label="Motif"
        hint="L'auteur du signalement lira ce texte."
        limit={maxLength.reason}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {outcome === 'warned' && (
        <TextAreaField
          label="Avertissement"
          hint="Le membre signalé lira ce texte. Ne dites pas qui a signalé."
          limit={maxLength.reason}
          error={errors.warning?.message}
          {...form.register('warning')}
        />
      )}
      <SubmitButton form={formId} busy={busy} busyText="Envoi…">
        Décider
      </SubmitButton>
    </FormShell>
  );
}
