import { amina, anAccountsBackend } from '../accounts.ts';

/** The accounts slice and Amina, who has signed up and, by default, opened the link of her confirmation. */
export async function aSignedUpMember({ isConfirmed = true, start }: { isConfirmed?: boolean; start?: number } = {}) {
  const backend = await anAccountsBackend(start);
  const { userId, proof, uploadTicket } = await backend.call('signUp', amina);
  const confirmation = backend.linkToken();
  /** Opens the link of the mail in the browser that signed up. */
  const confirm = (token = confirmation) => backend.call('confirmEmail', { token, proof });
  if (isConfirmed) await confirm();
  const profile = async () => {
    const record = await backend.profiles.read(userId);
    if (!record) throw new Error('The member is gone');
    return record;
  };
  return { ...backend, userId, uploadTicket, confirmation, confirm, profile };
}
