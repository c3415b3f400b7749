import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import type { Settings } from '../../config.ts';
import { hostsOf } from '../../naming.ts';
import type { Clients } from '../clients.ts';
import { type Finding, stops } from './finding.ts';

export async function certificateFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  const { certificateArn } = settings;
  if (!certificateArn) return [];
  const certificate = await certificateOf(certificateArn, clients);
  if (!certificate) return [stops(`There is no certificate ${certificateArn}: see certificateArn.`)];
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = certificate;
  if (Status !== 'ISSUED')
    return [
      stops(`The certificate of certificateArn is ${Status}: make its records in DNS, and wait until it is ISSUED.`),
    ];
  const names = [DomainName, ...SubjectAlternativeNames];
  const lacking = hostsOf(settings).filter((host) => !names.some((name) => covers(name, host)));
  if (lacking.length === 0) return [];
  return [
    stops(`The certificate of certificateArn is for ${[...new Set(names)].join(', ')}, not for ${lacking.join(', ')}.`),
  ];
}

async function certificateOf(CertificateArn: string, { certificates }: Clients) {
  try {
    return (await certificates.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A `*` stands for one label. */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1));
