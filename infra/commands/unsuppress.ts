import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
} from '@aws-sdk/client-sesv2';
import { accountRepository } from '#functions/accounts/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Clients } from './clients.ts';
import { command } from './command.ts';
import { openDeployedTable, openStage } from './stage.ts';

/**
 * Removes an address from SES's suppression list and from the profile of its member. Returns a sentence with the date
 * and the reason. Throws one if it was on neither of them.
 */
export async function unsuppress(address: string, { mail }: Pick<Clients, 'mail'>, table: Table): Promise<string> {
  const email = address.trim().toLowerCase();
  const listed = await takeOffList(email, mail);
  const member = await accountRepository(table).ofEmail(email);
  if (member?.mailRefused) await table.transact([profileRepository(table).takeMails(member.id)]);
  const found =
    listed ?? (member?.mailRefused && { day: member.mailRefused.since.slice(0, 10), ...member.mailRefused });
  if (!found)
    throw new Error(`${email} is not on the list of this account and region: nothing keeps SES from sending.`);
  return `SES sends to ${email} again. It stood on the list since ${found.day} (${found.why}).`;
}

async function takeOffList(EmailAddress: string, mail: Clients['mail']) {
  try {
    const { SuppressedDestination: found } = await mail.send(new GetSuppressedDestinationCommand({ EmailAddress }));
    await mail.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
    return {
      day: found?.LastUpdateTime?.toISOString().slice(0, 10) ?? 'an unknown day',
      why: found?.Reason?.toLowerCase() ?? 'no reason',
    };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

/**
 * `npm run unsuppress -- <address>`: lets SES send again to an address that bounced or complained, once its owner
 * confirms that it works. Removes the member's banner. Uses this terminal's credentials.
 */
if (import.meta.main)
  await command(async () => {
    const [address = '', ...rest] = process.argv.slice(2);
    if (!address || rest.length > 0) throw new Error('Say which address: npm run unsuppress -- <address>');
    const { settings, clients } = await openStage();
    console.log(await unsuppress(address, clients, await openDeployedTable(settings, clients)));
  });
