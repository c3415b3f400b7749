import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const user = () => userEvent.setup({ applyAccept: false });

/** A field by the start of its label. */
const field = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));
export const press = async (name: string | RegExp) => user().click(await screen.findByRole('button', { name }));

/** Pastes a text into a field, in pieces of a thousand characters. */
export async function enter(label: string, text: string) {
  const input = await field(label);
  await user().clear(input);
  await user().click(input);
  await user().paste(text);
}
/** Closes the password dialog of an ended session. */
export const putOff = async () => {
  await screen.findByRole('dialog', { name: 'Reconnectez-vous pour continuer' });
  await user().keyboard('{Escape}');
};
export const choose = async (label: string, file: File) => user().upload(await field(label), file);

export const aPhotoFile = (bytes: Uint8Array) => new File([Buffer.from(bytes)], 'moi.jpg', { type: 'image/jpeg' });
export const aFileOf = (type: string, size: number) => new File([new Uint8Array(size)], 'fichier', { type });
export const valueOf = async (label: string) => ((await field(label)) as HTMLInputElement).value;
