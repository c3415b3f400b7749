import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose, enter, press } from '../screens/actions.ts';
import { aJpeg } from './images.ts';

interface Given {
  readonly phone?: string;
  readonly email?: string;
  readonly password?: string;
  /** The repeated password, when it is another one. */
  readonly again?: string;
  readonly idDocument?: File;
  readonly facePhoto?: File;
}

const aPhoto = (name: string) => new File([new Uint8Array(aJpeg())], name, { type: 'image/jpeg' });

/** Fills the first step of /register, « Vous », and goes on. */
export async function passPerson({ phone = '06 12 34 56 78' }: Given = {}): Promise<void> {
  await enter('Nom \\*', 'Benali');
  await enter('Prénom', 'Amina');
  await enter('Téléphone', phone);
  await press('Continuer');
}

/** Fills the second step, « Accès », and goes on. */
export async function passAccess(given: Given = {}): Promise<void> {
  const { email = 'Amina@Example.org', password = 'vq7mzd', again = password } = given;
  await enter('Email', email);
  await enter('Mot de passe', password);
  await enter('Confirmer le mot de passe', again);
  await userEvent.click(await screen.findByRole('checkbox', { name: /j'accepte/ }));
  await press('Continuer');
}

/** Walks to the third step, « Documents ». */
export async function walkToDocuments(given: Given = {}): Promise<void> {
  await passPerson(given);
  await passAccess(given);
  await screen.findByRole('heading', { name: /Votre pièce d'identité et votre photo/ });
}

/** Walks through all steps; « S'inscrire » is left to the test. */
export async function fillRegistration(given: Given = {}): Promise<void> {
  await walkToDocuments(given);
  const { facePhoto = aPhoto('moi.jpg') } = given;
  await choose(
    "Pièce d'identité",
    given.idDocument ?? new File(['%PDF-1.4\n%%EOF'], 'carte.pdf', { type: 'application/pdf' }),
  );
  await choose('Photo de visage', facePhoto);
  await screen.findByText(facePhoto.name);
}
