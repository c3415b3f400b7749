import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { Settings } from '../../config.ts';
import { stackName } from '../../naming.ts';
import type { Clients } from '../clients.ts';
import { type Finding, stops, told } from './finding.ts';

/**
 * WAF deletes no ACL that a distribution uses, and CloudFormation then forgets it with « Update successful » (decision
 * 055).
 */
export async function firewallFindings(
  settings: Settings,
  { cloudFormation }: Clients,
  hasWeb: boolean,
): Promise<readonly Finding[]> {
  const { waf } = settings;
  if (waf === 'leaving')
    return [told('This deploy takes the firewall from the site: set waf to false, and the next one removes it.')];
  if (waf || !hasWeb) return [];
  const { TemplateBody = '' } = await cloudFormation.send(
    new GetTemplateCommand({ StackName: stackName(settings, 'Web') }),
  );
  return TemplateBody.includes('WebACLId')
    ? [stops('The site uses its firewall: set waf to "leaving" for one deploy, or the ACL is paid for ever.')]
    : [];
}
