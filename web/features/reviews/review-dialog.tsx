import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewReview, type OwnReview } from '#shared/reviews/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { maxLength } from '#shared/values/fields.ts';
import { isolated, lengthOf } from '#shared/values/typed/characters.ts';
import { showMember } from '#web/features/profiles/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { fieldOf, TextAreaField } from '#web/forms/text-field.tsx';
import { useDraft, useKeptDraft } from '#web/forms/use-draft.ts';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { reviewsApi } from './api.ts';
import { StarsField } from './stars-field.tsx';
import { withReview } from './with-review.ts';

/**
 * Writes, changes or removes the member's review. `onDone` is called before the profile shows
 * the change; the caller shows errors.
 */
function useReview(userId: string, mine: OwnReview | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();

  const finish = (done: string, review: OwnReview | undefined) => {
    toast.success(done);
    onDone();
    showMember(queries, userId, (member) => withReview(member, review));
    void touch(queries, ['reviews', 'memberReviews']);
  };
  const onError = (error: unknown) => {
    const { code } = asProblem(error);
    // The sign-in page replaces this one, so the dialog cannot show it (product 1.5).
    if (code === 'SIGNED_OUT')
      toast.error('Erreur', 'Vous devez être connecté pour laisser un avis', undefined, paths.login);
    // Another call (also the member's own in another tab) was faster: the current state is read again.
    return ['STALE', 'NOT_FOUND', 'STATE_CHANGED'].includes(code)
      ? touch(queries, ['profiles', 'readMember'], ['reviews', 'memberReviews'])
      : undefined;
  };

  const save = useMutation({
    mutationFn: (body: NewReview) =>
      mine
        ? reviewsApi.editReview({ params: { reviewId: mine.id }, body, version: mine.version })
        : reviewsApi.leaveReview({ params: { userId }, body }, { idempotencyKey: keyOfTry(body) }),
    onSuccess: (review) => finish(mine ? 'Avis modifié' : 'Avis publié', review),
    onError,
  });
  const remove = useMutation({
    mutationFn: async ({ id, version }: OwnReview) => {
      await reviewsApi.deleteReview({ params: { reviewId: id }, version });
    },
    onSuccess: () => finish('Avis supprimé', undefined),
    onError,
  });
  return { save, remove };
}

/** Product 1.4. */
const presetStars = 5;

interface ReviewDialogProps {
  userId: string;
  name: string;
  mine: OwnReview | undefined;
  preset?: number;
  onClose: () => void;
}

const Draft = z.object({ rating: z.number(), comment: z.string() });

/**
 * Writes, changes or removes the member's own review of another member. Typed text stays until it is published or
 * discarded by « Annuler ».
 */
export function ReviewDialog({ userId, name, mine, preset = presetStars, onClose }: ReviewDialogProps) {
  const formId = useId();
  const [removing, setRemoving] = useState(false);
  const { form, refusal, submit, isSaving, remove, leave } = useReviewForm({ userId, mine, preset, onClose });
  const { control, formState } = form;
  const { errors, submitCount } = formState;
  const field = fieldOf(form);
  const typed = lengthOf(useWatch({ control, name: 'comment' }) ?? '');

  const close = heldWhile(isSaving, onClose);
  const footer = (
    <>
      {mine && (
        <Button variant="link" onClick={() => setRemoving(true)}>
          Supprimer mon avis
        </Button>
      )}
      <Button onClick={heldWhile(isSaving, leave)}>Annuler</Button>
      <SubmitButton form={formId} busy={isSaving} busyText="Envoi…">
        {mine ? 'Enregistrer mon avis' : "Publier l'avis"}
      </SubmitButton>
    </>
  );
  return (
    <>
      {/* First, so that it returns the focus before the other dialog. */}
      {mine && (
        <ConfirmDialog
          open={removing}
          title="Supprimer votre avis ?"
          confirm="Supprimer mon avis"
          destructive
          onConfirm={() => remove(mine)}
          onClose={() => setRemoving(false)}
        >
          <p>Votre note et votre commentaire disparaissent du profil.</p>
        </ConfirmDialog>
      )}
      <Dialog
        open
        size="small"
        title={mine ? `Modifier votre avis sur ${isolated(name)}` : `Laisser un avis sur ${isolated(name)}`}
        onClose={close}
        footer={footer}
      >
        <form data-kept id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
          <ErrorSummary errors={errors} attempt={submitCount + Number(refusal !== undefined)} formError={refusal} />
          <Controller
            name="rating"
            control={control}
            render={({ field: { value, onChange } }) => (
              <StarsField label="Votre note" value={value} onChange={onChange} />
            )}
          />
          <TextAreaField
            label="Votre commentaire"
            optional
            rows={5}
            limit={maxLength.comment}
            hint={`${typed} / ${maxLength.comment} caractères`}
            {...field('comment')}
          />
        </form>
      </Dialog>
    </>
  );
}

type ReviewFormOptions = Pick<ReviewDialogProps, 'userId' | 'mine' | 'onClose'> & { preset: number };

/** The review with its draft. `leave` discards the draft; a success does so too. */
function useReviewForm({ userId, mine, preset, onClose }: ReviewFormOptions) {
  const [refusal, setRefusal] = useState<string>();
  const draftName = `review.${userId}`;
  const [kept] = useKeptDraft(draftName, Draft, 'message');
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(NewReview),
    defaultValues: { rating: mine?.rating ?? preset, comment: mine?.comment ?? '' },
  });
  const { control, handleSubmit, setError, setValue } = form;
  useEffect(() => {
    if (kept?.rating !== undefined) setValue('rating', kept.rating);
    if (kept?.comment !== undefined) setValue('comment', kept.comment);
  }, [kept, setValue]);
  const { drop } = useDraft(draftName, { control }, { kind: 'message' });
  const leave = () => (drop(), onClose());
  const { save, remove } = useReview(userId, mine, leave);

  const submit = handleSubmit(async ({ rating, comment }) => {
    setRefusal(undefined);
    try {
      await save.mutateAsync({ rating, ...(comment ? { comment } : {}) });
    } catch (error) {
      const { fields, detail } = asProblem(error);
      if (fields['comment']) setError('comment', { message: fields['comment'] });
      else setRefusal(detail);
    }
  });
  return { form, refusal, submit, isSaving: save.isPending, remove: remove.mutateAsync, leave };
}
