import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { renderPart } from '#test/support/render-page.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { DateField } from '#web/forms/date/date-field.tsx';
import { PhoneField } from '#web/forms/phone-field.tsx';
import { CountryField } from '#web/forms/place/country-field.tsx';
import { PlaceField } from '#web/forms/place/place-field.tsx';
import { SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';

/** Like a password manager, a translator or voice input: no event is fired. */
const fill = (field: HTMLElement, value: string) => Object.assign(field, { value });
/** The same from an extension's isolated world, which does not see React's own property. */
const fillOutside = (field: HTMLElement, value: string) =>
  Reflect.set(HTMLInputElement.prototype, 'value', value, field);

function Form({ onSend }: { onSend: (values: object) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { phone: '', day: '' } });
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
      <Controller name="phone" control={control} render={({ field }) => <PhoneField label="Téléphone" {...field} />} />
      <Controller name="day" control={control} render={({ field }) => <DateField label="Date" {...field} />} />
      <button type="submit">Envoyer</button>
    </form>
  );
}

test.each([
  ['by the page', fill],
  ['by an extension', fillOutside],
])('what stands in a telephone and a date counts, filled in %s without an event', async (_, put) => {
  const onSend = vi.fn<(values: object) => void>();
  renderPart(<Form onSend={onSend} />);
  put(screen.getByRole('textbox', { name: 'Téléphone' }), '612345678');
  put(screen.getByRole('textbox', { name: 'Date' }), '12/12/2027');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ phone: '+33 612345678', day: '2027-12-12' }));
  expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue('12/12/2027');
});

test('what stands in several fields of places and a date counts, none is put back', async () => {
  const onSend = vi.fn<(values: object) => void>();
  function Route() {
    const { control, handleSubmit, setValue } = useForm({
      defaultValues: { city: '', country: '', to: '', day: '' },
    });
    const [city, to, countryCode] = useWatch({ control, name: ['city', 'to', 'country'] });
    return (
      <form onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
        <Controller name="country" control={control} render={({ field }) => <CountryField label="Pays" {...field} />} />
        <PlaceField
          label="city"
          name="city"
          value={{ city, countryCode }}
          onChange={(next) => setValue('city', next.city)}
        />
        <PlaceField
          label="to"
          name="to"
          value={{ city: to, countryCode }}
          onChange={(next) => setValue('to', next.city)}
        />
        <Controller name="day" control={control} render={({ field }) => <DateField label="Date" {...field} />} />
        <button type="submit">Envoyer</button>
      </form>
    );
  }
  renderPart(<Route />);
  fill(screen.getByRole('combobox', { name: 'Pays' }), 'France');
  fill(screen.getByRole('combobox', { name: 'city' }), 'Lyon');
  fill(screen.getByRole('combobox', { name: 'to' }), 'Oran');
  fill(screen.getByRole('textbox', { name: 'Date' }), '12/12/2027');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(onSend).toHaveBeenCalledWith({ city: 'Lyon', country: 'FR', to: 'Oran', day: '2027-12-12' });
});

const Registered = z.object({ topic: z.string(), message: z.string() });

test('what stands in a registered text of several lines or choice counts', async () => {
  const onSend = vi.fn<(values: object) => void>();
  function Contact() {
    const { register, handleSubmit } = useForm({
      resolver: zodResolver(Registered),
      defaultValues: { topic: '', message: '' },
    });
    return (
      <form onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
        <SelectField label="Sujet" options={[['other', 'Autre']]} placeholder="Choisissez" {...register('topic')} />
        <TextAreaField label="Message" {...register('message')} />
        <button type="submit">Envoyer</button>
      </form>
    );
  }
  renderPart(<Contact />);
  fill(screen.getByRole('combobox', { name: 'Sujet' }), 'other');
  fill(screen.getByRole('textbox', { name: 'Message' }), 'Bonjour');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(onSend).toHaveBeenCalledWith({ topic: 'other', message: 'Bonjour' });
});

test('what stands in a field of a form without a submit button counts at its press', async () => {
  const onConfirm = vi.fn<(reason: string) => Promise<void>>(async () => {});
  renderPart(
    <ReasonDialog
      title="Refuser ?"
      draftName="reason.reject.amel"
      confirm="Refuser"
      hint="Le membre lira ce texte."
      onConfirm={onConfirm}
      onClose={() => {}}
    />,
  );
  fill(screen.getByRole('textbox', { name: 'Motif' }), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Refuser' }));
  expect(onConfirm.mock.lastCall?.[0]).toBe('Photo illisible');
});

function Box({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('Paris');
  const change = (next: string) => {
    onText(next);
    setText(next);
  };
  return (
    <>
      <input aria-label="Ville" value={text} onChange={({ target }) => change(target.value)} />
      <button type="button">Autre</button>
    </>
  );
}

test('a field that is as the application knows it is told nothing', async () => {
  const onText = vi.fn<(text: string) => void>();
  renderPart(<Box onText={onText} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ville' }), '!');
  onText.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Autre' }));
  fireEvent.submit(document.body);
  expect(onText).not.toHaveBeenCalled();
});
