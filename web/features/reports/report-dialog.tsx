import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Message } from '#shared/messaging/contract.ts';
import { needsText } from '#shared/reports/contract.ts';
import { ReportReason, reportTextLength } from '#shared/reports/record.ts';
import { messagesBefore } from '#shared/reports/rules.ts';
import { text } from '#shared/values/fields.ts';
import { lengthOf } from '#shared/values/typed/characters.ts';
import { BlockDialog } from '#web/features/friends/block-dialog.tsx';
import { ReasonField } from '#web/features/reports/reason-field.tsx';
import { type Reportable, sendReport, titles } from '#web/features/reports/reportable.ts';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf, TextAreaField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { momentText } from '#web/lib/moments.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface ReportDialogProps {
  thing: Reportable;
  onClose: () => void;
}

/** « Signaler »: what happens, in two presses and a sentence, then the number of the report. */
export function ReportDialog({ thing, onClose }: ReportDialogProps) {
  const [reference, setReference] = useState<string>();
  const [kept] = useKeptDraft(draftOf(thing), Draft, 'message');
  return reference === undefined ? (
    <Asked key={kept ? 'kept' : 'new'} thing={thing} kept={kept} onSent={setReference} onClose={onClose} />
  ) : (
    <Sent reference={reference} thing={thing} onClose={onClose} />
  );
}

const draftOf = ({ kind, id }: Reportable) => `report.${kind}.${id}`;
const Draft = z.object({ reason: z.string(), text: z.string(), seq: z.string() });

/** The form; `seq` is the chosen message, or empty. */
const schemaOf = (kind: Reportable['kind']) =>
  z.object({ reason: ReportReason, text: text(reportTextLength), seq: z.string() }).check(
    z.refine((report) => !needsText(report.reason) || report.text !== '', {
      path: ['text'],
      error: 'Ajoutez une explication',
    }),
    z.refine(({ seq }) => kind !== 'message' || seq !== '', { path: ['seq'], error: 'Choisissez le message' }),
  );

interface AskedProps extends ReportDialogProps {
  kept: Partial<z.infer<typeof Draft>> | undefined;
  onSent: (reference: string) => void;
}

function Asked({ thing, kept, onSent, onClose }: AskedProps) {
  const formId = useId();
  const keyOfTry = useIdempotencyKey();
  const choices = messagesToReport(thing);
  const { form, busy, shell } = useSentForm({
    schema: schemaOf(thing.kind),
    defaultValues: {
      reason: (kept?.reason ?? '') as ReportReason,
      text: kept?.text ?? '',
      seq: (choices.find(({ value }) => value === kept?.seq) ?? choices[0])?.value ?? '',
    },
    send: async ({ seq, ...typed }) => {
      const body = { reason: typed.reason, ...(typed.text ? { text: typed.text } : {}) };
      const options = { idempotencyKey: keyOfTry({ ...body, seq }) };
      const { reference } = await sendReport(thing, body, Number(seq), options);
      drop();
      onSent(reference);
    },
    refusalOf,
  });
  const field = fieldOf(form);
  const { drop } = useDraft(draftOf(thing), form, { kind: 'message' });
  const [reason, typed] = useWatch({ control: form.control, name: ['reason', 'text'] });
  const { firstName } = thing.accused;
  return (
    <Dialog
      open
      size="full"
      title={titles[thing.kind]}
      onClose={heldWhile(busy, onClose)}
      footer={
        <>
          <Button onClick={heldWhile(busy, onClose)}>Annuler</Button>
          <SubmitButton form={formId} busy={busy} busyText="Envoi…">
            Envoyer le signalement
          </SubmitButton>
        </>
      }
    >
      <FormShell data-kept id={formId} {...shell}>
        {thing.isInHand && (
          <Callout tone="info">
            <p>Pour un problème avec votre livraison, utilisez « Signaler un problème » sur sa page de suivi.</p>
          </Callout>
        )}
        {thing.kind === 'message' && (
          <RadioCards
            label={thing.seq === undefined ? 'Quel message ?' : 'Message signalé'}
            hint="Nous gardons ce message et les dix précédents."
            options={choices}
            {...field('seq')}
          />
        )}
        <ReasonField chosen={reason} {...field('reason')} />
        <TextAreaField
          label="Expliquez en quelques mots"
          optional={!needsText(reason)}
          limit={reportTextLength}
          hint={`${lengthOf(typed)} / ${reportTextLength} caractères`}
          {...field('text')}
        />
        <p>Votre signalement est confidentiel : {firstName || 'ce membre'} ne saura pas qu'il vient de vous.</p>
        <p>Je pense de bonne foi que ces informations sont exactes.</p>
      </FormShell>
    </Dialog>
  );
}

function Sent({ reference, thing, onClose }: ReportDialogProps & { reference: string }) {
  const [isBlocking, setBlocking] = useState(false);
  if (isBlocking) return <BlockDialog member={thing.accused} isInHand={thing.isInHand} onClose={onClose} />;
  return (
    <Dialog
      open
      size="full"
      title="Signalement envoyé"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setBlocking(true)}>Bloquer ce membre</Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Fermer
          </Button>
        </>
      }
    >
      <p role="status">
        Merci. Votre signalement <strong translate="no">{reference}</strong> est enregistré. Nous vous répondons par
        email sous 48 heures.
      </p>
    </Dialog>
  );
}

/** The pressed message, or the last ones of the other member, newest first; the first is preset. */
function messagesToReport({ accused, messages = [], seq: pressed }: Reportable) {
  const theirs = messages.filter(({ senderId }: Message) => senderId === accused.id);
  return theirs
    .filter(({ seq }) => pressed === undefined || seq === pressed)
    .slice(-messagesBefore)
    .toReversed()
    .map(({ seq, content, createdAt }) => ({
      value: String(seq),
      label: content,
      description: momentText(createdAt),
    }));
}

function refusalOf(error: unknown, isAtField: boolean): Failure | undefined {
  const { code, detail, isUncertain } = asProblem(error);
  if (isAtField) return undefined;
  return { detail: code === 'OFFLINE' && !isUncertain ? 'Un signalement demande une connexion.' : detail };
}
