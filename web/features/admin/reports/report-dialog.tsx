import * as z from 'zod/mini';
import '#web/features/admin/admin.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { brokenTerm } from '#shared/admin/broken-term.ts';
import { BrokenTerm } from '#shared/admin/judged.ts';
import type { AdminReport, OpenReport } from '#shared/admin/reports.ts';
import { motiveLabel, otherDecides, reasonTemplates, verdictLabel } from '#shared/admin/words.ts';
import { ProblemEnd } from '#shared/deliveries/problem.ts';
import { problemEndLabels } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { ReportOutcome } from '#shared/reports/record.ts';
import { accuses, reportReference } from '#shared/reports/rules.ts';
import { outcomeLabel } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { stateLabel } from '#shared/situation/words.ts';
import { maxLength, Reason, text } from '#shared/values/fields.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { TermField } from '#web/features/admin/restriction-dialog.tsx';
import { useDecision } from '#web/features/admin/use-decision.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { ActFailed, type Failure, failureOf } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf, SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import type { CallOptions } from '#web/lib/api/api.ts';
import { ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Facts, type FactsOf } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { ReportTexts } from './report-texts.tsx';
import { ReportedThing, ThingTitle } from './reported-thing.tsx';

const formOf = ({ problem }: AdminReport) =>
  z
    .object({
      outcome: ReportOutcome,
      reason: Reason,
      warning: text(maxLength.reason),
      term: z.optional(BrokenTerm),
      to: z.string(),
    })
    .check(
      z.refine(({ outcome, to }) => !problem || outcome !== 'acted' || ProblemEnd.safeParse(to).success, {
        path: ['to'],
        error: 'Choisissez une suite',
      }),
      z.refine(({ outcome, warning }) => outcome !== 'warned' || warning !== '', {
        path: ['warning'],
        error: "Écrivez l'avertissement",
      }),
    );

const draftOf = ({ id }: AdminReport) => `report.decision.${id}`;
const Draft = z.object({ outcome: z.string(), reason: z.string(), warning: z.string(), to: z.string() });

const ofReport = {
  first: "Faites d'abord ce que vous décidez : retirer, supprimer ou bloquer.",
  templates: 'decideReport',
  hint: "L'auteur du signalement lira ce texte.",
  done: 'Signalement traité',
} as const;
const ofObjection = {
  first: "Si vous annulez la décision, faites-le d'abord : approuver, rétablir dans la recherche ou débloquer.",
  templates: 'decideObjection',
  hint: 'Le membre qui conteste lira ce texte.',
  done: 'Contestation traitée',
} as const;
/** The thing is a delivery that our team has decided. */
const ofContestedDelivery = {
  ...ofObjection,
  first:
    "Si vous annulez la décision, l'administrateur principal décide de nouveau, sur la carte du colis : « Débloquer la livraison ».",
} as const;
/** Another objection, or a new decision, was faster. */
const ofUndoneDelivery = {
  ...ofObjection,
  first: "Cette décision est déjà annulée ou remplacée : le membre qui la conteste n'attend plus que votre réponse.",
} as const;

const ofProblem = {
  first: '« Mesure prise » met fin à la livraison ; autrement, elle reste comme elle est.',
  templates: 'decideProblem',
  hint: 'Les deux membres liront ce texte.',
  done: 'Problème décidé',
} as const;

function wordsOf({ about, problem, parcel, isUndone }: OpenReport) {
  if (isUndone) return ofUndoneDelivery;
  return about.kind === 'decision' ? (parcel ? ofContestedDelivery : ofObjection) : problem ? ofProblem : ofReport;
}

function outcomesOf({ accused, problem, isUndone, hasWarned }: OpenReport) {
  const canWarn = !hasWarned && accuses({ accusedId: accused?.id, problem });
  return ReportOutcome.options.filter((value) => (isUndone ? value === 'acted' : value !== 'warned' || canWarn));
}

interface ReportDecisionProps {
  report: OpenReport;
  onDone: () => void;
  /** Reads the report again; what is typed stays. */
  onChanged: () => Promise<unknown>;
}

/** The delivery went on, or the report was changed, while it was open here: it may still be decided. */
const isChanged = (error: unknown) => ['CONTENT_CHANGED', 'STALE'].includes(asProblem(error).code);
const readAgain = {
  title: 'La livraison a changé',
  detail: 'Son état ci-dessus est actualisé : relisez-le, puis décidez. Votre texte est gardé.',
} as const;

const settled = {
  title: 'Problème terminé',
  detail: "Le colis est arrivé, ou le problème est résolu : il n'y a plus rien à décider.",
} as const;

const judge = (
  { problem }: OpenReport,
  call: Parameters<typeof adminApi.decideReport>[0],
  options: CallOptions,
  onChanged: () => Promise<unknown>,
) =>
  adminApi.decideReport(call, options).catch(async (error: unknown) => {
    // A problem that ends takes its report along.
    if (problem && asProblem(error).code === 'NOT_FOUND') throw new ApiProblem('NOT_FOUND', settled);
    if (!isChanged(error)) throw error;
    await onChanged();
    throw new ActFailed(readAgain);
  });

/** The decision about a report, which its reporter reads, and of a warning the accused. */
function ReportDecision(props: ReportDecisionProps) {
  const [kept] = useKeptDraft(draftOf(props.report), Draft, 'message');
  const outcome = props.report.isUndone ? { outcome: 'acted' } : {};
  return <Fields key={kept ? 'kept' : 'new'} {...props} kept={{ ...kept, ...outcome }} />;
}

/** The other member of a problem has three days to answer first (rule 172). */
function Decidable(props: ReportDecisionProps) {
  const { problem, accused, answeredAt } = props.report;
  if (!problem || problem.isDecidable) return <ReportDecision {...props} />;
  const other = <bdi translate="no">{accused ? nameOf(accused) : "L'autre membre"}</bdi>;
  if (answeredAt)
    return (
      <p>
        {other} a répondu le <Moment at={answeredAt} />. Vous pourrez décider à partir du{' '}
        <Moment at={problem.decidableAt} />.
      </p>
    );
  return (
    <p>
      {other} peut répondre jusqu'au <Moment at={problem.decidableAt} />. Vous pourrez décider ensuite.
    </p>
  );
}

function Fields({ report, onDone, onChanged, kept }: ReportDecisionProps & { kept: Partial<z.infer<typeof Draft>> }) {
  const formId = useId();
  const { id, version, about, problem, parcel } = report;
  const words = wordsOf(report);
  const usual = brokenTerm(about.kind, { reason: '' }) ?? 'none';
  const decision = useDecision<AdminReport>('adminReports', (item) => item.id);
  const { form, busy, shell } = useSentForm({
    schema: formOf(report),
    defaultValues: {
      reason: '',
      warning: '',
      to: '',
      ...kept,
      outcome: (kept.outcome ?? '') as ReportOutcome,
    },
    send: async ({ outcome, reason, warning, term, to }) => {
      const body = {
        outcome,
        reason,
        ...(outcome === 'warned' ? { warning, term: term ?? usual } : {}),
        ...(problem && outcome === 'acted' && parcel
          ? { parcel: { to: ProblemEnd.parse(to), version: parcel.version } }
          : {}),
      };
      await decision.decide({
        act: { name: 'decideReport', id, version, reason: JSON.stringify(body) },
        send: (options) => judge(report, { params: { reportId: id }, version, body }, options, onChanged),
        done: { title: words.done },
      });
      drop();
      onDone();
    },
    refusalOf: (error, isAtField) => (isAtField ? undefined : failureOf(error)),
  });
  const field = fieldOf(form);
  const { drop } = useDraft(draftOf(report), form, { kind: 'message' });
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  return (
    <FormShell data-kept id={formId} {...shell}>
      <p>{words.first}</p>
      <RadioCards
        label="Décision"
        options={outcomesOf(report).map((value) => ({ value, label: outcomeLabel(about.kind, value) }))}
        {...field('outcome')}
      />
      {problem && outcome === 'acted' && (
        <RadioCards
          label="Quelle suite pour le colis ?"
          options={ProblemEnd.options.map((value) => ({ value, label: problemEndLabels[value] }))}
          {...field('to')}
        />
      )}
      <SelectField
        label="Motif fréquent"
        name="template"
        optional
        placeholder="Choisir un modèle"
        options={reasonTemplates[words.templates].map((template) => [template, template] as const)}
        onChange={({ target }) => target.value && form.setValue('reason', target.value)}
      />
      <TextAreaField label="Motif" hint={words.hint} limit={maxLength.reason} {...field('reason')} />
      {outcome === 'warned' && (
        <>
          <TextAreaField
            label="Avertissement"
            hint={
              problem ? "L'autre membre lira ce texte." : 'Le membre signalé lira ce texte. Ne dites pas qui a signalé.'
            }
            limit={maxLength.reason}
            {...field('warning')}
          />
          <TermField value={form.watch('term') ?? usual} onChange={(term) => form.setValue('term', term)} />
        </>
      )}
      <LastButton {...{ formId, busy, onDone }} final={shell.refusal?.isFinal ? shell.refusal : undefined} />
    </FormShell>
  );
}

interface LastButtonProps extends Pick<ReportDecisionProps, 'onDone'> {
  formId: string;
  busy: boolean;
  final: Failure | undefined;
}

function LastButton({ formId, busy, final, onDone }: LastButtonProps) {
  const close = () => {
    onDone();
    void final?.onClosed?.();
  };
  if (final) return <Button onClick={close}>Fermer</Button>;
  return (
    <SubmitButton form={formId} busy={busy} busyText="Envoi…">
      Décider
    </SubmitButton>
  );
}

/** One report with all that decides it. It is read once for each opening, because each look is logged. */
export function ReportDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('admin', 'adminReport', { params: { reportId } }),
    queryFn: ({ signal }) => adminApi.adminReport({ params: { reportId } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOwn = error !== null && asProblem(error).code === 'SELF_ACTION';
  return (
    <Dialog
      open
      size="large"
      title={`${data?.about.kind === 'decision' ? 'Contestation' : 'Signalement'} ${reportReference(reportId)}`}
      onClose={onClose}
    >
      {isOwn && <p>{otherDecides('signalement')}</p>}
      {error && !isOwn && (
        <PanelLoadFailed title="Impossible de charger ce signalement" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading>
          <Skeleton height="16rem" />
        </Loading>
      )}
      {data && (
        <div className="stack">
          <Facts facts={factsOf(data)} />
          <ReportTexts report={data} />
          <Earlier report={data} />
          {data.decision ? (
            <Decided about={data.about} decision={data.decision} />
          ) : (
            <Decidable report={data} onDone={onClose} onChanged={refetch} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function factsOf(report: OpenReport): FactsOf {
  const { about, thing, reason, text, accused, reporter, name, email, createdAt, problem, parcel, answeredAt } = report;
  const isObjection = about.kind === 'decision';
  const person = (id: string, shown: ReactNode) => (
    <Link to={withQuery(paths.admin, { tab: 'profiles', q: id, by: 'id' })}>
      <bdi translate="no">{shown}</bdi>
    </Link>
  );
  const visitor = [name, email].filter(Boolean).join(', ');
  return {
    Objet: <ReportedThing about={about} thing={thing} isDelivery={problem !== undefined} />,
    Motif: !isObjection && motiveLabel({ about, reason, problem }),
    Colis: isObjection && parcel && (
      <ReportedThing about={{ kind: 'parcel', id: parcel.id }} thing={{ name: parcel.title }} />
    ),
    'État du colis': parcel && stateLabel({ stage: parcel.stage, problem: isObjection ? undefined : problem }),
    'Reçu le': <Moment at={createdAt} />,
    [problem ? 'Autre membre' : 'Membre signalé']:
      !isObjection && (accused ? person(accused.id, nameOf(accused)) : 'Aucun compte'),
    [isObjection ? 'Contesté par' : 'Signalé par']: reporter ? (
      person(reporter.id, nameOf(reporter))
    ) : (
      <bdi>{visitor || 'Inconnu'}</bdi>
    ),
    'Réponse le': answeredAt && <Moment at={answeredAt} />,
    Explication: text && <bdi className="member-text">{text}</bdi>,
  };
}

function Earlier({ report: { earlier } }: { report: OpenReport }) {
  return (
    <section className="stack stack--tight">
      <h3>Signalements précédents</h3>
      {earlier.length === 0 ? (
        <p className="muted">Aucun autre signalement de ce membre.</p>
      ) : (
        <ul className="points stack stack--tight">
          {earlier.map(({ id, kind, reason, problem, thing, createdAt, decision }) => (
            <li key={id}>
              <Link to={withQuery(paths.admin, { tab: 'reports', report: id })}>
                <Moment at={createdAt} /> :{' '}
                <ThingTitle about={{ kind }} thing={thing} isDelivery={problem !== undefined} />,{' '}
                {motiveLabel({ about: { kind }, reason, problem })}
              </Link>{' '}
              ({decision ? verdictLabel(kind, decision) : 'à traiter'})
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Decided = ({
  about,
  decision,
}: Pick<OpenReport, 'about'> & { decision: NonNullable<OpenReport['decision']> }) => (
  <section className="stack stack--tight">
    <h3>Décision</h3>
    <Facts
      facts={{
        Décision: verdictLabel(about.kind, decision),
        Le: <Moment at={decision.at} />,
        Motif: decision.reason && <bdi className="member-text">{decision.reason}</bdi>,
        Avertissement: decision.warning && <bdi className="member-text">{decision.warning}</bdi>,
      }}
    />
  </section>
);
