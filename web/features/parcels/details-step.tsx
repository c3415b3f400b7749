import type { ComponentProps } from 'react';
import { Controller } from 'react-hook-form';
import type { Parcel } from '#shared/parcels/contract.ts';
import { maxLength } from '#shared/values/fields.ts';
import { sizeOptions } from '#web/features/listings/pictures/listing-picture.tsx';
import { PlaceFields } from '#web/features/listings/place-fields.tsx';
import { PriceField } from '#web/features/listings/price-field.tsx';
import { PublishingRules } from '#web/features/listings/publishing-rules.tsx';
import { WeightField } from '#web/features/listings/weight-field.tsx';
import { AfterFirstView } from '#web/features/parcels/after-first-view.tsx';
import type { ParcelFormState } from '#web/features/parcels/parcel-form.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { DateField } from '#web/forms/date/date-field.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { fieldOf, TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/callout.tsx';
import { keepFocus } from '#web/ui/submit-button.tsx';

interface GroupProps {
  form: ParcelFormState;
}
type ContentsProps = ComponentProps<typeof ContentsGroup>;

const FileField = lazyPart(() => import('#web/forms/files/file-field.tsx').then((file) => file.FileField));
const ContentsGroup = lazyPart(() =>
  import('#web/features/parcels/contents-group.tsx').then((file) => file.ContentsGroup),
);

/** The chips and the table of customs load once the fields above can be filled; a list with rows loads with them. */
const ContentsLater = ({ form, note }: ContentsProps) => (
  <AfterFirstView isDue={form.getValues('contents').length > 0} height="16rem">
    <ContentsGroup form={form} note={note} />
  </AfterFirstView>
);

const quickWeights = ['1', '2', '5', '10'];

/** Step 1, « Détails du colis ». */
export function DetailsStep({ form, edited, note }: ContentsProps & { edited: Parcel | undefined }) {
  const { errors } = form.formState;
  const field = fieldOf(form);
  return (
    <>
      <RequiredLegend />
      <section className="form__group">
        <h2>Votre colis</h2>
        <TextField label="Titre du colis" limit={maxLength.title} {...field('title')} />
        <TextAreaField
          label="Description"
          limit={maxLength.description}
          hint="Que contient le colis ? Un contenu précis rassure le voyageur."
          {...field('description')}
        />
      </section>
      <section className="form__group">
        <h2>Lieu de récupération</h2>
        <PlaceFields
          form={form}
          name="pickup"
          labels={{ country: 'Pays de départ', city: 'Ville de départ' }}
          errors={errors.pickup}
        />
      </section>
      <section className="form__group">
        <h2>Lieu de livraison</h2>
        <PlaceFields
          form={form}
          name="delivery"
          labels={{ country: "Pays d'arrivée", city: "Ville d'arrivée" }}
          errors={errors.delivery}
        />
      </section>
      <ContentsLater form={form} note={note} />
      <SizeGroup form={form} />
      <PhotoGroup form={form} edited={edited} />
      <PublishingRules />
      <Callout tone="info">
        <p>Emballez solidement, sans sceller : le voyageur vérifie le contenu avec vous avant de le prendre.</p>
      </Callout>
      <CheckboxField
        label="Je déclare le contenu exact de mon colis et j'accepte que le voyageur l'ouvre devant moi."
        {...field('contentDeclared')}
      />
    </>
  );
}

function SizeGroup({ form }: GroupProps) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const field = fieldOf(form);
  return (
    <section className="form__group">
      <h2>Poids, taille et date</h2>
      <WeightField
        hint="En kilos, par exemple 2,5"
        error={errors.weight?.message}
        weight={register('weight')}
        onRead={(kilos) => setValue('weight', kilos, { shouldValidate: true })}
      />
      <div className="quick-values" role="group" aria-label="Poids courants">
        {quickWeights.map((kilos) => (
          <button
            key={kilos}
            type="button"
            onMouseDown={keepFocus}
            onClick={() => setValue('weight', kilos, { shouldDirty: true, shouldValidate: true })}
          >
            {kilos} kg
          </button>
        ))}
      </div>
      <RadioCards label="Taille" options={sizeOptions} {...field('size')} />
      <Controller
        name="deadline"
        control={control}
        render={({ field: day }) => (
          <DateField {...day} label="Date limite" hint="Format jj/mm/aaaa" error={errors.deadline?.message} />
        )}
      />
    </section>
  );
}

function PhotoGroup({ form, edited }: GroupProps & { edited: Parcel | undefined }) {
  const { register, control, setValue, watch, formState } = form;
  const { errors } = formState;
  return (
    <section className="form__group">
      <h2>Photo et prix</h2>
      {edited?.file && !watch('file') && (
        <CheckboxField
          label={edited.file.kind === 'pdf' ? 'Conserver le document actuel' : 'Conserver la photo actuelle'}
          optional
          {...register('keepsFile')}
        />
      )}
      <Controller
        name="file"
        control={control}
        render={({ field: { name, value, onChange } }) => (
          <AfterFirstView isDue={value !== undefined} height="8rem">
            <FileField
              label="Photo ou document"
              name={name}
              optional
              hint="JPG, PNG, GIF ou PDF, 5 Mo au maximum"
              value={value}
              onChange={onChange}
              kind="parcel_file"
              onProblem={({ title, sentence }) => toast.error(title, sentence)}
              error={errors.file?.message}
            />
          </AfterFirstView>
        )}
      />
      <PriceField
        label="Prix proposé au voyageur"
        name="price"
        optional
        hint="Laissez vide pour « Prix à convenir »."
        amount={register('price')}
        currency={register('currency')}
        onRead={(amount, currency) => {
          setValue('price', amount, { shouldValidate: true });
          if (currency) setValue('currency', currency);
        }}
        error={errors.price?.message}
      />
    </section>
  );
}
