import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { type ProblemKind, problemTextLength } from '#shared/deliveries/problem.ts';
import { problemCards, returnProblemCards } from '#shared/deliveries/words.ts';
import { callPoliceFirst } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { labelOf } from '#shared/situation/label-words.ts';
import { isReturnIn } from '#shared/situation/stages.ts';
import { nameIn } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { useAct } from '#web/features/deliveries/acts/use-act.ts';
import { addToDraft, draftNameOf } from '#web/features/messaging/thread/message-draft.ts';
import { Parts } from '#web/features/situation/sentence.tsx';
import { failureOf } from '#web/forms/confirming/failure.ts';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf, TextAreaField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type ProblemDialogProps = Acted<ActParcel> & { onClose: () => void };

const draftOf = ({ id }: ActParcel) => `problem.${id}`;
const Draft = z.object({ kind: z.string(), text: z.string() });

/** « Signaler un problème »: what happened, in one choice and a few words that the other member reads. */
export function ProblemDialog(props: ProblemDialogProps) {
  const [kept] = useKeptDraft(draftOf(props.parcel), Draft, 'message');
  return <Fields key={kept ? 'kept' : 'new'} {...props} kept={kept} />;
}

/** Takes the words of a refused report to the conversation. */
function Write({
  parcel,
  memberId,
  other,
  words,
  onGo,
  onClose,
}: ProblemDialogProps & { words: () => string; onGo: () => void }) {
  if (!other || other.unavailable) return null;
  const go = () => {
    addToDraft(draftNameOf(memberId, other.id, parcel.id), words());
    onGo();
    onClose();
  };
  return (
    <Button as={Link} variant="primary" to={paths.conversation(other.id, parcel.id)} onClick={go}>
      Écrire à {isolated(other.firstName)}
    </Button>
  );
}

function Fields({
  kept,
  onClose,
  ...about
}: ProblemDialogProps & { kept: Partial<z.infer<typeof Draft>> | undefined }) {
  const { parcel, situation, other } = about;
  const formId = useId();
  const { me } = useSession();
  const perform = useAct();
  const kinds = situation.problemKinds ?? [];
  const cards = isReturnIn(situation.stage) ? returnProblemCards : problemCards;
  const { form, busy, shell } = useSentForm({
    schema: deliveryRoutes.reportProblem.body,
    defaultValues: { kind: (kept?.kind ?? '') as ProblemKind, text: kept?.text ?? '' },
    send: async (problem) => {
      await perform('reportProblem', about, { problem });
      drop();
      onClose();
    },
    refusalOf: failureOf,
  });
  const final = shell.refusal?.isFinal ? shell.refusal : undefined;
  const field = fieldOf(form);
  const { drop } = useDraft(draftOf(parcel), form, { kind: 'message' });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const close = heldWhile(busy, () => {
    onClose();
    void final?.onClosed?.();
  });
  const footer = final ? (
    <>
      <Button onClick={close}>Fermer</Button>
      <Write {...about} words={() => form.getValues('text').trim()} onGo={drop} onClose={close} />
    </>
  ) : (
    <>
      <Button onClick={close}>Annuler</Button>
      <SubmitButton form={formId} busy={busy} busyText="Envoi…">
        Envoyer
      </SubmitButton>
    </>
  );
  return (
    <Dialog open size="full" title={labelOf('reportProblem', situation)} onClose={close} footer={footer}>
      <FormShell data-kept id={formId} {...shell}>
        <RadioCards
          label="De quoi s'agit-il ?"
          options={kinds.map((value) => ({ value, label: cards[value] }))}
          {...field('kind')}
        />
        {kind === 'missing' && (
          <p>
            Le colis est attendu le {shortDay(situation.terms.trip?.travelDate ?? parcel.deadline)} : à partir de ce
            jour, vous pourrez signaler qu'il n'est pas arrivé. Sans nouvelles avant, écrivez d'abord dans votre
            conversation.
          </p>
        )}
        {kind === 'content' && (
          <Callout tone="error" live>
            <p>En cas de danger : {callPoliceFirst(me?.phone)}</p>
          </Callout>
        )}
        <TextAreaField label="Que s'est-il passé ?" limit={problemTextLength} {...field('text')} />
        <p>
          <Parts
            of={[
              nameIn(other),
              " lira ces mots et saura qu'ils viennent de vous. Notre équipe les lira, avec vos messages au sujet de ce colis.",
            ]}
          />
        </p>
        <p>
          Autre chose ? <Link to={withQuery(paths.contact, { topic: 'delivery' })}>Écrivez-nous</Link>.
        </p>
      </FormShell>
    </Dialog>
  );
}
