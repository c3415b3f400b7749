import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import type { Settings } from '../../config.ts';
import { mailDomainOf, stackName } from '../../naming.ts';
import { type Clients, heldBy, stackNamed } from '../clients.ts';
import { type Finding, stops, told } from './finding.ts';

export async function mailFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  return (await Promise.all([sendingFindings(settings, clients), senderFindings(settings, clients)])).flat();
}

async function sendingFindings({ region, adminEmail }: Settings, { mail }: Clients): Promise<readonly Finding[]> {
  const { SendingEnabled, EnforcementStatus, ProductionAccessEnabled } = await mail.send(new GetAccountCommand({}));
  if (EnforcementStatus === 'SHUTDOWN' || SendingEnabled === false)
    return [told(`SES in ${region} sends nothing for this account at present: its console says why.`)];
  const findings: Finding[] = [];
  if (EnforcementStatus === 'PROBATION')
    findings.push(told(`SES in ${region} has this account on probation: its console says why.`));
  if (!ProductionAccessEnabled)
    findings.push(
      told(
        `SES in ${region} is in the sandbox, 200 mails a day to verified addresses alone: ask there for production access, and until then verify ${adminEmail}.`,
      ),
    );
  return findings;
}

async function senderFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  const { region, mailIdentity, mailFrom } = settings;
  const sender = mailDomainOf(settings) ?? mailFrom;
  const [identity, isOurs] = await Promise.all([identityNamed(clients, sender), hasMade(settings, clients, sender)]);
  const findings: Finding[] = [];
  if (!mailDomainOf(settings))
    findings.push(
      told(
        `SES knows the address ${mailFrom} alone and cannot sign its mails, so Gmail and Yahoo may refuse them: set mailDomain to a domain of yours.`,
      ),
    );
  if (mailIdentity === 'create' && identity && !isOurs)
    findings.push(stops(`SES in ${region} already knows ${sender}: set mailIdentity to "exists".`));
  if (mailIdentity === 'exists' && isOurs)
    findings.push(
      stops(`This product made ${sender} in SES, and "exists" would delete it: set mailIdentity to "create".`),
    );
  if (mailIdentity === 'exists' && !identity)
    findings.push(stops(`mailIdentity is "exists", but SES in ${region} does not know ${sender}: set "create".`));
  if (identity && !identity.VerifiedForSendingStatus)
    findings.push(told(`SES in ${region} has not verified ${sender} yet: until then no mail leaves.`));
  return findings;
}

async function identityNamed({ mail }: Clients, EmailIdentity: string) {
  try {
    return await mail.send(new GetEmailIdentityCommand({ EmailIdentity }));
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

async function hasMade(settings: Settings, { cloudFormation }: Clients, sender: string): Promise<boolean> {
  const name = stackName(settings, 'Mail');
  if (!(await stackNamed(cloudFormation, name))) return false;
  return (await heldBy(cloudFormation, name, /^AWS::SES::EmailIdentity$/)).includes(sender);
}
