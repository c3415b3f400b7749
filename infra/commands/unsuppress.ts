import { command } from './command.ts';
import { openDeployedTable, openStage } from './stage.ts';
import { unsuppress } from './unsuppress/unsuppress.ts';

/**
 * `npm run unsuppress -- <address>`: lets SES send again to an address that bounced or complained, once its owner
 * confirms that it works. Removes the member's banner. Uses this terminal's credentials.
 */
await command(async () => {
  const [address = '', ...rest] = process.argv.slice(2);
  if (!address || rest.length > 0) throw new Error('Say which address: npm run unsuppress -- <address>');
  const { settings, clients } = await openStage();
  console.log(await unsuppress(address, clients, await openDeployedTable(settings, clients)));
});
