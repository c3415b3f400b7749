import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Controller, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Phone } from '#shared/values/phones/phone.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { joinPhone, PhoneField, splitPhone } from '#web/forms/phone-field.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { TextAreaField, TextField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const Account = z.object({
  name: z.string().check(z.minLength(1, 'Le nom est requis')),
  phone: Phone,
  password: z
    .string()
    .check(z.minLength(6, 'Le mot de passe doit contenir au moins 6 caractères'), z.regex(/\d/, 'Un chiffre manque')),
  size: z.enum(['small', 'large'], 'Choisissez une taille'),
  accepted: z.literal(true, 'Acceptez les conditions'),
});

test('an error that repeats the hint takes its place', () => {
  const hint = "Jusqu'à 5 kg possibles sur ce trajet.";
  const field = (error?: string) => <TextField label="Poids" name="weight" hint={hint} error={error} />;
  const { rerender } = render(field('Le poids est requis'));
  const input = screen.getByLabelText(/Poids/);
  expect(input).toHaveAccessibleDescription(`Le poids est requis ${hint}`);
  rerender(field(hint.replace('5 kg', '5\u00a0kg')));
  expect(screen.getAllByText(/possibles sur ce trajet/)).toHaveLength(1);
  expect(input).toHaveAccessibleDescription(hint.replace('5 kg', '5\u00a0kg'));
  expect(input).toBeInvalid();
});

function Form({ onAccount }: { onAccount: (account: z.infer<typeof Account>) => void }) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(Account),
    shouldFocusError: false,
    defaultValues: { name: '', phone: '', password: '', accepted: false as never },
  });
  const { errors, submitCount } = formState;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onAccount)(event)}>
      <ErrorSummary errors={errors} attempt={submitCount} />
      <TextField label="Nom" error={errors.name?.message} {...register('name')} />
      <Controller
        name="phone"
        control={control}
        render={({ field }) => <PhoneField label="Téléphone" error={errors.phone?.message} {...field} />}
      />
      <PasswordField
        label="Mot de passe"
        hint="Au moins 6 caractères"
        error={errors.password?.message}
        {...register('password')}
      />
      <RadioCards
        label="Taille"
        error={errors.size?.message}
        options={[
          { value: 'small', label: 'Petit' },
          { value: 'large', label: 'Grand' },
        ]}
        {...register('size')}
      />
      <CheckboxField label="J'accepte" error={errors.accepted?.message} {...register('accepted')} />
      <SubmitButton>Envoyer</SubmitButton>
    </form>
  );
}

const sent = () => {
  const accounts: z.infer<typeof Account>[] = [];
  render(<Form onAccount={(account) => accounts.push(account)} />);
  return accounts;
};

test('an empty submit focuses the summary, which links to each field', async () => {
  const accounts = sent();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveFocus();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Nom : Le nom est requis',
    'Téléphone : Numéro de téléphone invalide',
    'Mot de passe : Le mot de passe doit contenir au moins 6 caractères',
    'Taille : Choisissez une taille',
    'Acceptez les conditions',
  ]);
  for (const [link, field] of [
    ['Le nom est requis', screen.getByRole('textbox', { name: 'Nom' })],
    ['Numéro de téléphone invalide', screen.getByRole('textbox', { name: 'Téléphone' })],
    ['Choisissez une taille', screen.getByRole('radio', { name: 'Petit' })],
    ['Acceptez les conditions', screen.getByRole('checkbox', { name: "J'accepte" })],
  ] as const) {
    await userEvent.click(screen.getByRole('link', { name: new RegExp(link) }));
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(link);
  }
  expect(accounts).toEqual([]);
});

test('the summary takes the focus once for each try, not when a field is made wrong again', async () => {
  sent();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  const name = screen.getByRole('textbox', { name: 'Nom' });
  await userEvent.type(name, 'Amel');
  await userEvent.type(screen.getByRole('textbox', { name: 'Téléphone' }), '06 12 34 56 78');
  await userEvent.type(screen.getByLabelText(/Mot de passe/, { selector: 'input' }), 'secret1');
  await userEvent.click(screen.getByRole('radio', { name: 'Grand' }));
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
  await userEvent.clear(name);
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toBeVisible();
  expect(name).toHaveFocus();
});

test('a valid form is sent as parsed by the schema', async () => {
  const accounts = sent();
  await userEvent.type(screen.getByRole('textbox', { name: 'Nom' }), 'أمل');
  await userEvent.type(screen.getByRole('textbox', { name: 'Téléphone' }), '06 12 34 56 78');
  expect(await screen.findByText('Sera enregistré : +33 6 12 34 56 78 (France)')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Mot de passe/, { selector: 'input' }), 'secret1');
  await userEvent.click(screen.getByRole('radio', { name: 'Grand' }));
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await screen.findByText('Envoyer');
  expect(accounts).toEqual([
    { name: 'أمل', phone: '+33612345678', password: 'secret1', size: 'large', accepted: true },
  ]);
});

test('the password can be shown and keeps its hint', async () => {
  sent();
  const field = screen.getByLabelText(/Mot de passe/, { selector: 'input' });
  expect(field).toHaveAccessibleDescription('Au moins 6 caractères');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe', pressed: false }));
  expect(field).toHaveAttribute('type', 'text');
});

test('an error of the last field appears only with the others when the button is pressed', async () => {
  sent();
  const user = userEvent.setup();
  const name = screen.getByRole('textbox', { name: 'Nom' });
  await user.click(name);
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Envoyer' }) });
  expect(name).toHaveFocus();
  await user.pointer('[/MouseLeft]');
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveFocus();
});

test('a busy button keeps the focus and sends nothing', async () => {
  let clicks = 0;
  const { rerender } = render(
    <SubmitButton type="button" onClick={() => (clicks += 1)}>
      Publier
    </SubmitButton>,
  );
  await userEvent.click(screen.getByRole('button'));
  rerender(
    <SubmitButton type="button" busy busyText="Publication..." onClick={() => (clicks += 1)}>
      Publier
    </SubmitButton>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Publication...' }));
  expect(clicks).toBe(1);
  expect(screen.getByRole('button')).toHaveFocus();
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
});

test('zod: the first problem of a field counts, nested and whole-form problems are at their place', async () => {
  const schema = z
    .object({
      arrival: z.object({ city: z.string().check(z.minLength(2, 'Trop court'), z.regex(/^[A-Z]/, 'Majuscule')) }),
    })
    .check(z.refine(() => false, 'Formulaire refusé'));
  const judge = (city: string) =>
    zodResolver(schema)({ arrival: { city } }, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect((await judge('a')).errors).toMatchObject({ arrival: { city: { message: 'Trop court' } } });
  expect((await judge('Alger')).errors).toMatchObject({ root: { message: 'Formulaire refusé' } });
});

test.each([
  ['+33', '06 12 34 56 78', '+33 06 12 34 56 78'],
  ['+213', '0550 12 34 56', '+213 0550 12 34 56'],
  ['+33', '+49 170 1234567', '+49 170 1234567'],
  ['+33', '(+33) 6 12 34 56 78', '(+33) 6 12 34 56 78'],
  ['+33', '\u202a0049 170 1234567', '\u202a0049 170 1234567'],
  ['other', '995 12 34 56 78', '+995 12 34 56 78'],
  ['+33', '', ''],
])('what is typed behind %s, %s, goes to the rule as %s', (code, number, typed) => {
  expect(joinPhone({ code, number })).toBe(typed);
});

test('a stored number is shown behind its code, one without a code as it is', () => {
  expect(splitPhone('+213550123456')).toEqual({ code: '+213', number: '550123456' });
  expect(splitPhone('0612345678')).toEqual({ code: 'other', number: '0612345678' });
  expect(splitPhone('')).toEqual({ code: '+33', number: '' });
});

test('a field keeps all that is pasted and counts what is too much, as its limit counts it', async () => {
  render(<TextAreaField label="Remarques" name="notes" limit={20} />);
  const field = screen.getByRole('textbox', { name: /Remarques/ });
  await userEvent.click(field);
  await userEvent.paste('a'.repeat(26));
  expect(field).toHaveValue('a'.repeat(26));
  expect(screen.getByText('26 sur 20 caractères, 6 de trop')).toBeVisible();
  await userEvent.type(field, '{Backspace>7/}');
  expect(screen.getByText('19 sur 20 caractères')).toBeVisible();
  await userEvent.paste('\u200b\u200e');
  expect(screen.getByText('19 sur 20 caractères')).toBeVisible();
  await userEvent.clear(field);
  expect(screen.queryByText(/caractères/)).toBeNull();
});
