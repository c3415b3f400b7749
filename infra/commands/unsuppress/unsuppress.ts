import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
} from '@aws-sdk/client-sesv2';
import type { Clients } from '../clients.ts';

/**
 * Takes an address off the account's list of those that SES no longer sends to. Returns a sentence that says since when
 * and why it stood there. Throws one when it does not stand there.
 */
export async function unsuppress(address: string, { mail }: Pick<Clients, 'mail'>): Promise<string> {
  const EmailAddress = address.trim().toLowerCase();
  try {
    const { SuppressedDestination: found } = await mail.send(new GetSuppressedDestinationCommand({ EmailAddress }));
    await mail.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
    const day = found?.LastUpdateTime?.toISOString().slice(0, 10) ?? 'an unknown day';
    return `SES sends to ${EmailAddress} again. It stood on the list since ${day} (${found?.Reason ?? 'no reason'}).`;
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    throw new Error(`${EmailAddress} is not on the list of this account and region: nothing keeps SES from sending.`);
  }
}
