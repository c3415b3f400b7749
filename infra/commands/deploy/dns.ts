import { GetHostedZoneCommand, ListResourceRecordSetsCommand, type RRType } from '@aws-sdk/client-route-53';
import type { Settings } from '../../config.ts';
import { mailDomainOf, mailZoneOf } from '../../naming.ts';
import type { Clients } from '../clients.ts';
import { type Finding, stops } from './finding.ts';

/** Whether the zone of the settings answers for the domain, and has room for the records of the stacks to be made. */
export async function zoneFindings(
  settings: Settings,
  clients: Clients,
  made: { web: boolean; mail: boolean },
): Promise<readonly Finding[]> {
  const { domain, hostedZoneId } = settings;
  if (!domain || !hostedZoneId) return [];
  const { HostedZone, DelegationSet } = await clients.route53.send(new GetHostedZoneCommand({ Id: hostedZoneId }));
  const zone = withoutDot(HostedZone?.Name ?? '');
  if (HostedZone?.Config?.PrivateZone)
    return [stops(`The zone ${hostedZoneId} (${zone}) is private: no visitor sees it.`)];
  if (domain !== zone && !domain.endsWith(`.${zone}`))
    return [stops(`The zone ${hostedZoneId} is that of ${zone}, which does not contain ${domain}.`)];
  const taken = await recordsThatExist(settings, clients, made);
  return [...(await delegationFindings(zone, DelegationSet?.NameServers ?? [], clients)), ...taken];
}

/** Without delegation the certificate waits for hours, and the deploy with it. */
async function delegationFindings(
  zone: string,
  nameServers: readonly string[],
  { nameServersOf }: Clients,
): Promise<readonly Finding[]> {
  const asked = (await nameServersOf(zone)).map(withoutDot).toSorted();
  const own = nameServers.map(withoutDot).toSorted();
  if (own.length > 0 && own.every((server) => asked.includes(server))) return [];
  const instead = asked.length > 0 ? asked.join(', ') : 'nobody';
  return [
    stops(`${instead} answers for ${zone}: have its registrar name ${own.join(', ')}, and wait until DNS says so.`),
  ];
}

/** CloudFormation refuses to make a record that is already there; the site's would stop the very end of a deploy. */
async function recordsThatExist(
  settings: Settings,
  clients: Clients,
  made: { web: boolean; mail: boolean },
): Promise<readonly Finding[]> {
  const { domain = '', mailIdentity } = settings;
  const mailDomain = mailDomainOf(settings);
  const makesMail = mailZoneOf(settings) && mailIdentity === 'create' && !made.mail;
  const wanted: [string, RRType][] = [
    ...(made.web
      ? []
      : ([
          [domain, 'A'],
          [domain, 'AAAA'],
        ] as [string, RRType][])),
    ...(makesMail
      ? ([
          [`mail.${mailDomain}`, 'MX'],
          [`mail.${mailDomain}`, 'TXT'],
          [`_dmarc.${mailDomain}`, 'TXT'],
        ] as [string, RRType][])
      : []),
  ];
  const findings = await Promise.all(
    wanted.map(async ([name, type]) => {
      const { ResourceRecordSets } = await clients.route53.send(
        new ListResourceRecordSetsCommand({
          HostedZoneId: settings.hostedZoneId,
          StartRecordName: name,
          StartRecordType: type,
          MaxItems: 1,
        }),
      );
      const [first] = ResourceRecordSets ?? [];
      const isThere = first && withoutDot(first.Name ?? '') === name && first.Type === type;
      return isThere
        ? stops(`The zone already has ${type} ${name}, which this deploy makes: remove it first.`)
        : undefined;
    }),
  );
  return findings.filter((finding) => finding !== undefined);
}

const withoutDot = (name: string) => name.replace(/\.$/, '');
