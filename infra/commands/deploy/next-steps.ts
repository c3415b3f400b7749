import type { Settings } from '../../config.ts';
import { mailDomainOf } from '../../naming.ts';
import type { Finding } from './finding.ts';

/** The manual steps, and the findings of the preflight that did not stop the deploy. */
export function nextSteps(
  settings: Settings,
  outputs: Readonly<Record<string, Readonly<Record<string, string>>>>,
  open: readonly Finding[],
): string {
  const { region, mailFrom, adminEmail, mailIdentity } = settings;
  const asksTheAddress = mailIdentity === 'create' && !mailDomainOf(settings);
  const records = Object.values(outputs).flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => (name.startsWith('RecordToMake') ? [value] : [])),
  );
  const steps = [
    ...(asksTheAddress ? [`Accept the mail of SES to ${mailFrom}: before that no mail leaves.`] : []),
    ...(records.length > 0
      ? [`Make these records in the DNS of their domain:\n${records.map((record) => `     ${record}`).join('\n')}`]
      : []),
    `Accept the two mails of SNS to ${adminEmail} (${region} and us-east-1): before that no alarm arrives.`,
    ...open.map(({ sentence }) => sentence),
    `The root administrator (${adminEmail}) sets their password with « Mot de passe oublié » on the site.`,
    'Go through docs/cloud-checks.md once.',
  ];
  return [
    '',
    'Deployed. What is left for you, unless it is done:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ].join('\n');
}
