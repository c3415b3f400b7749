import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AdminAdvertisement, NewAdvertisement, priorityOf, safeLink } from '#shared/admin/advertisements.ts';
import { positionLabels } from '#shared/admin/words.ts';
import { AdvertisementPosition } from '#shared/site/contract.ts';
import { maxLength } from '#shared/values/fields.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { AdvertisementContent, isWorthAPlace, room } from '#web/features/site/advertisement-list.tsx';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import { FormShell, useSentForm } from '#web/forms/form-shell.tsx';
import { fieldOf, SelectField, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { type Sending, sendFile } from '#web/lib/api/upload.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const listKey = queryKey('admin', 'adminAdvertisements');

export function useListed() {
  const queries = useQueryClient();
  const change = (to: (items: readonly AdminAdvertisement[], page: number) => readonly AdminAdvertisement[]) =>
    inPages(queries, listKey, to);
  const followed = () => touch(queries, ['site', 'advertisements'], ['admin', 'adminLogs']);
  return {
    added: (advertisement: AdminAdvertisement): void => {
      change((items, page) => (page === 0 ? [advertisement, ...items] : items));
      void followed();
    },
    changed: (advertisement: AdminAdvertisement): void => {
      change((items) => items.map((known) => (known.id === advertisement.id ? advertisement : known)));
      void followed();
    },
    removed: ({ id }: AdminAdvertisement): void => {
      change((items) => items.filter((known) => known.id !== id));
      void followed();
    },
    overtaken: () => void touch(queries, ['admin', 'adminAdvertisements'], ['site', 'advertisements']),
  };
}

const { title, description, linkUrl, position } = NewAdvertisement.shape;
const Form = z.object({
  title,
  description,
  linkUrl,
  position,
  priority: z.pipe(
    z.string(),
    z.transform((typed: string) => priorityOf(typed)),
  ),
  isActive: z.boolean(),
});
type Values = z.input<typeof Form>;

interface DialogProps {
  advertisement: AdminAdvertisement | undefined;
  onClose: () => void;
}

/** Adds an advertisement, or changes one, beside a preview. Typed text stays until it is stored. */
export function AdvertisementDialog({ advertisement, onClose }: DialogProps) {
  const formId = useId();
  const [picture, setPicture] = useState<File>();
  const [keptUrl, setKeptUrl] = useState(advertisement?.imageUrl);
  const { save, progress } = useSaveAdvertisement(advertisement);
  const { form, busy, shell } = useSentForm({
    schema: Form,
    defaultValues: valuesOf(advertisement),
    send: async (values) => {
      await save(values, picture, keptUrl !== undefined);
      toast.success(advertisement ? 'Publicité mise à jour avec succès' : 'Publicité créée avec succès');
      onClose();
    },
    refusalOf: (error) => failed('Erreur lors de la sauvegarde', error),
  });
  const close = heldWhile(busy, onClose);
  const footer = (
    <>
      <Button onClick={close}>Annuler</Button>
      <SubmitButton form={formId} busy={busy} busyText="Enregistrement…">
        {advertisement ? 'Enregistrer' : 'Créer la publicité'}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open title={advertisement ? 'Modifier la publicité' : 'Nouvelle publicité'} onClose={close} footer={footer}>
      <FormShell id={formId} {...shell}>
        <RequiredLegend />
        <ContentFields form={form} />
        <FileField
          label="Image"
          name="picture"
          optional
          hint="JPG, PNG, GIF ou WebP, 5 Mo au maximum"
          kind="advertisement_picture"
          value={picture}
          onChange={setPicture}
          progress={progress}
        >
          {keptUrl && !picture && (
            <Button variant="link" onClick={() => setKeptUrl(undefined)}>
              Retirer l'image
            </Button>
          )}
        </FileField>
        <PlacementFields form={form} />
        <Preview values={useWatch({ control: form.control })} picture={picture} imageUrl={keptUrl} />
      </FormShell>
    </Dialog>
  );
}

interface FieldsProps {
  form: Pick<UseFormReturn<Values>, 'register' | 'formState' | 'setValue'>;
}

function ContentFields({ form }: FieldsProps) {
  const field = fieldOf(form);
  return (
    <>
      <TextField label="Titre" limit={maxLength.title} {...field('title')} />
      <TextAreaField label="Description" limit={maxLength.shortText} optional rows={2} {...field('description')} />
    </>
  );
}

function PlacementFields({ form }: FieldsProps) {
  const field = fieldOf(form);
  const showPriority = ({ target }: { target: HTMLInputElement }) =>
    form.setValue('priority', String(priorityOf(target.value)), { shouldValidate: true });
  return (
    <>
      <TextField
        label="Lien"
        limit={maxLength.shortText}
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        hint="Une adresse en https://, ouverte dans un nouvel onglet."
        {...field('linkUrl')}
      />
      <SelectField
        label="Emplacement"
        options={AdvertisementPosition.options.map(
          (place) => [place, `${positionLabels[place]} (${room[place]} au maximum)`] as const,
        )}
        {...field('position')}
      />
      <TextField
        label="Priorité"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Un nombre entier : le plus grand passe en premier."
        {...field('priority', { onBlur: showPriority })}
      />
      <CheckboxField label="Active : visible des membres" optional {...form.register('isActive')} />
    </>
  );
}

interface PreviewProps {
  values: Partial<Values>;
  picture: File | undefined;
  imageUrl: string | undefined;
}

/** The card as members see it. A link that would be refused is left out. */
function Preview({ values, picture, imageUrl }: PreviewProps) {
  const linkTo = safeLink(values.linkUrl?.trim() ?? '');
  const facts = {
    title: values.title?.trim() || 'Titre',
    ...(values.description?.trim() ? { description: values.description } : {}),
    ...(linkTo ? { linkUrl: linkTo } : {}),
  };
  const isShown = picture !== undefined || isWorthAPlace({ ...facts, imageUrl });
  return (
    <section className="advertisements stack" aria-label="Aperçu">
      <p className="field__label">Aperçu</p>
      <div className="surface advertisement">
        <AdvertisementContent
          {...facts}
          imageUrl={imageUrl}
          picture={picture && <LocalImage file={picture} alt="" width={120} height={90} />}
        />
      </div>
      {!isShown && (
        <Callout tone="warning">
          <p>
            Sans image et avec un lien vers ce site, elle ressemble à nos propres textes : elle ne sera pas affichée.
          </p>
        </Callout>
      )}
    </section>
  );
}

const valuesOf = (advertisement: AdminAdvertisement | undefined) => ({
  title: advertisement?.title ?? '',
  description: advertisement?.description ?? '',
  linkUrl: advertisement?.linkUrl ?? '',
  position: advertisement?.position ?? 'home',
  priority: String(advertisement?.priority ?? 0),
  isActive: advertisement?.isActive ?? true,
});

type Body = Omit<z.input<typeof NewAdvertisement>, 'uploadId'>;

/**
 * Sends the picture, then stores the advertisement once the picture is checked. A second try continues where the first
 * one stopped; after STALE it uses the current version.
 */
function useSaveAdvertisement(edited: AdminAdvertisement | undefined) {
  const keyOfTry = useIdempotencyKey();
  const { added, changed, overtaken } = useListed();
  const [sent, setSent] = useState<{ file: File; uploadId: string }>();
  const [progress, setProgress] = useState<Sending>();
  const [version, setVersion] = useState(edited?.version ?? 0);

  async function upload(file: File): Promise<string> {
    if (sent?.file === file) return sent.uploadId;
    try {
      const uploadId = await sendFile(file, (body) => uploadsApi.requestAdvertisementUpload({ body }), setProgress);
      setSent({ file, uploadId });
      return uploadId;
    } finally {
      setProgress(undefined);
    }
  }

  async function store(values: Body, picture: File | undefined, keepsPicture: boolean): Promise<void> {
    const body = { ...values, ...(picture ? { uploadId: await upload(picture) } : {}) };
    if (!edited)
      return added(
        await untilScanned(() => adminApi.createAdvertisement({ body }, { idempotencyKey: keyOfTry(body) })),
      );
    const call = { params: { advertisementId: edited.id }, version, body: { ...body, keepsPicture } };
    changed(await untilScanned(() => adminApi.updateAdvertisement(call, { idempotencyKey: keyOfTry(call) })));
  }

  async function save(values: Body, picture: File | undefined, keepsPicture: boolean): Promise<void> {
    try {
      await store(values, picture, keepsPicture);
    } catch (error) {
      const { code, current } = asProblem(error);
      if (code === 'FILE_REFUSED') setSent(undefined);
      if (code === 'STALE') overtaken();
      setVersion((seen) => AdminAdvertisement.safeParse(current).data?.version ?? seen);
      throw error;
    }
  }
  return { save, progress };
}
