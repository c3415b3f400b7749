import { brand } from '#shared/values/brand.ts';
import type { Settings } from './config.ts';

const product = brand.name.toLowerCase();

/** `Envoyage-dev-Data` */
export const stackName = ({ stage }: Settings, name: string) => `${brand.name}-${stage}-${name}`;

/** API Gateway may write only to log groups under this prefix without a policy for each. */
export const accessLogName = ({ stage }: Settings, api: string) => `/aws/vendedlogs/${product}/${stage}/${api}`;

/**
 * Where the web stack writes the site's address when no domain is set. Functions know the parameter's name, not its
 * value: the distribution is made after them, and a reference would make a cycle of stacks.
 */
export const siteUrlParameter = ({ stage }: Settings) => `/${product}/${stage}/site-url`;

/**
 * The parameter to which the identity stack writes the id of the client that checks passwords. The trigger needs it,
 * but the client is created after the pool, and the pool after the trigger.
 */
export const passwordClientParameter = ({ stage }: Settings) => `/${product}/${stage}/proof-client`;

export const secondFactorKeyAlias = ({ stage }: Settings) => `alias/${product}/${stage}/second-factor`;

/** The site's address when it is a setting, `https://` and no slash at the end. */
export const siteUrlOf = ({ domain }: Settings) => (domain ? `https://${domain}` : undefined);

/** Every name of the site, the domain first; the others lead to it. Without a domain there is none. */
export const hostsOf = ({ domain, www }: Settings): string[] =>
  domain ? [domain, ...(www ? [`www.${domain}`] : [])] : [];

/** The domain that SES signs mails for; undefined when it knows the address of `mailFrom` alone. */
export const mailDomainOf = ({ domain, mailDomain, mailFrom }: Settings) =>
  mailDomain ?? (domain && mailFrom.endsWith(`@${domain}`) ? domain : undefined);

/** The Route 53 zone in which the records of mails are made: the known one, when the mail domain lies in it. */
export function mailZoneOf(settings: Settings): string | undefined {
  const { domain, hostedZoneId } = settings;
  const mailDomain = mailDomainOf(settings);
  return mailDomain === domain || mailDomain?.endsWith(`.${domain}`) ? hostedZoneId : undefined;
}

/**
 * Placeholder in the built pages when the address is no setting; the deployment writes the distribution's own address.
 */
export const unknownSiteUrl = 'https://site-address.invalid';

/** The files that the other account gets a copy of. An erased identity document is to be gone everywhere. */
export const copiedBuckets = ['private', 'media', 'log'] as const;
export type CopiedBucket = (typeof copiedBuckets)[number];

export const copiesVault = ({ stage }: Settings) => `${product}-${stage}-copies`;

export const copyOf = (name: CopiedBucket, { stage, backupAccount }: Settings) =>
  `${product}-${stage}-copy-${name}-${backupAccount}`;

/** Both accounts name the key of the copies by this alias. */
export const copiesKeyAlias = ({ stage }: Settings) => `alias/${product}/${stage}/copies`;

/** The output of the API's stack with the deployed day from which a subscription is needed, if there is one. */
export const subscriptionOutput = 'SubscriptionFrom';

/** The output of the API's stack with the version and the first day of announced terms, if there are some. */
export const termsOutput = 'NewTerms';

/**
 * The secrets that `npm run rotate-secret` renews. Each has an output of its stack with its id, and a word of the
 * context in which a deploy names its versions. `origin` and `socket` prove that a request came through CloudFront, to
 * the functions of the API and to that of the socket. From `links` keys and links are derived. `sentBy` is the stack
 * that gets a new value last: what it still sends must be accepted.
 */
export const rotated = {
  origin: { stack: 'Api', output: 'OriginSecretArn', context: 'originSecret', sentBy: 'Web' },
  socket: { stack: 'Live', output: 'SocketSecretArn', context: 'socketSecret', sentBy: 'Web' },
  links: { stack: 'Data', output: 'DerivedSecretArn', context: 'derivedSecret', sentBy: 'Live' },
} as const;

/** `TableErrors` → `table-errors` */
export const kebabCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);

/** `pre-token` → `PreToken` */
export const pascalCase = (name: string) =>
  name.replaceAll(/(^|-)([a-z])/g, (_, _hyphen, letter: string) => letter.toUpperCase());
