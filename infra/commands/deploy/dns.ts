import {
  GetHostedZoneCommand,
  InvalidInput,
  ListResourceRecordSetsCommand,
  NoSuchHostedZone,
  type RRType,
} from '@aws-sdk/client-route-53';
import type { Settings } from '../../config.ts';
import { hostsOf, mailDomainOf, mailZoneOf } from '../../naming.ts';
import type { Clients } from '../clients.ts';
import { type Finding, stops } from './finding.ts';

export async function zoneFindings(
  settings: Settings,
  clients: Clients,
  made: { web: boolean; mail: boolean },
): Promise<readonly Finding[]> {
  const { domain, hostedZoneId } = settings;
  if (!domain || !hostedZoneId) return [];
  const found = await zoneOf(hostedZoneId, clients);
  if (!found) return [stops(`This account has no zone ${hostedZoneId} in Route 53: see hostedZoneId.`)];
  const { HostedZone, DelegationSet } = found;
  const zone = withoutDot(HostedZone?.Name ?? '');
  if (HostedZone?.Config?.PrivateZone)
    return [stops(`The zone ${hostedZoneId} (${zone}) is private: no visitor sees it.`)];
  if (domain !== zone && !domain.endsWith(`.${zone}`))
    return [stops(`The zone ${hostedZoneId} is that of ${zone}, which does not contain ${domain}.`)];
  const findings = await Promise.all([
    delegationFindings(zone, DelegationSet?.NameServers ?? [], clients),
    authorityFindings(domain, clients),
    recordsThatExist(settings, clients, made),
  ]);
  return findings.flat();
}

async function zoneOf(Id: string, { route53 }: Clients) {
  try {
    return await route53.send(new GetHostedZoneCommand({ Id }));
  } catch (error) {
    if (error instanceof NoSuchHostedZone || error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/** Any of them in a CAA record lets Amazon sign (ACM User Guide, « Configure a CAA record »). */
const ofAmazon = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'];

/** The nearest name with a CAA record decides; one that names others makes the certificate fail. */
async function authorityFindings(domain: string, { authoritiesOf }: Clients): Promise<readonly Finding[]> {
  const labels = domain.split('.');
  for (let at = 0; at < labels.length - 1; at++) {
    const name = labels.slice(at).join('.');
    const named = (await authoritiesOf(name)).map((issue) => issue.split(';')[0]?.trim() ?? '');
    if (named.some((authority) => ofAmazon.includes(authority))) return [];
    if (named.length > 0)
      return [
        stops(`The CAA record of ${name} lets ${named.join(', ')} sign certificates alone: add 0 issue "amazon.com".`),
      ];
  }
  return [];
}

/** The certificate waits for hours without delegation, and the deploy with it. */
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
  const { mailIdentity } = settings;
  const mailDomain = mailDomainOf(settings);
  const makesMail = mailZoneOf(settings) && mailIdentity === 'create' && !made.mail;
  const wanted: [string, RRType][] = [
    ...(made.web
      ? []
      : hostsOf(settings).flatMap((host): [string, RRType][] => [
          [host, 'A'],
          [host, 'AAAA'],
        ])),
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
