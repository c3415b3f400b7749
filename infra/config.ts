import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isDay } from '#shared/values/time.ts';

const settingsFile = 'envoyage.config.json';

/** Example settings for offline synthesis and the local stack; no deploy accepts them. */
const examples = {
  adminEmail: 'admin@example.org',
  mailFrom: 'no-reply@example.org',
  legalName: 'Démonstration locale, sans exploitant',
  legalAddress: 'Cette copie du service tourne sur une seule machine et ne livre rien.',
  legalEmail: 'contact@example.org',
};

/**
 * Regions of the EU, as the privacy page promises, that offer all services: arm64 functions with Node 24, the
 * Essentials plan of Cognito, sending by SES, HTTP and WebSocket APIs.
 */
const regions = ['eu-west-3', 'eu-west-1', 'eu-central-1', 'eu-north-1'] as const;

/** No default is right for them: they say which product of which account a command reads or changes. */
const neededByCommands = ['account', 'stage'];
const neededByDeploy = [...neededByCommands, ...Object.keys(examples)];

const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731];

const matching = (pattern: RegExp, error: string) => z.string(error).check(z.regex(pattern, error));
const choice = <const T extends string>(first: T, second: T, error: string) =>
  z._default(z.enum([first, second], error), first);
const flag = (name: string) => z._default(z.boolean(`${name} must be true or false.`), false);
const line = (name: string) =>
  z
    .string(`${name} must be text.`)
    .check(
      z.trim(),
      z.minLength(2, `${name} must be text.`),
      z.maxLength(200, `${name} must fit into 200 characters.`),
    );
/** Requests a second, at most what an account has unless AWS has raised it. */
const rate = (name: string, most: number, usual: number) => {
  const error = `${name} must be a whole number of requests a second, 10 to ${most}.`;
  return z._default(z.int(error).check(z.gte(10, error), z.lte(most, error)), usual);
};
const dayError = 'subscriptionFrom must be a day such as 2027-03-01; leave it out while the service is free.';
/** SQS takes no fewer than two. */
const atOnce = (name: string) => {
  const error = `${name} must be a whole number, 2 to 1000.`;
  return z._default(z.int(error).check(z.gte(2, error), z.lte(1000, error)), 2);
};
const hostName = (name: string) =>
  matching(/^([a-z0-9-]+\.)+[a-z]{2,}$/, `${name} must be a host name in lower case, such as envoyage.example.org.`);
const address = (name: string) => {
  const error = `${name} must be an e-mail address.`;
  return z.string(error).check(z.email(error), z.toLowerCase());
};

const Settings = z
  .strictObject(
    {
      /** The AWS account, 12 digits: with the credentials of another one nothing is deployed. */
      account: z.optional(matching(/^\d{12}$/, 'account must be the 12 digits of an AWS account, in quotes.')),
      /** Part of every stack's name: `Envoyage-<stage>-Data`. */
      stage: z._default(
        matching(/^[a-z][a-z0-9-]{0,15}$/, 'stage must be 1 to 16 lower-case letters, digits or hyphens.'),
        'dev',
      ),
      region: z._default(
        z.enum(regions, `region must be one of ${regions.join(', ')}: members were promised the EU.`),
        'eu-west-3',
      ),
      /** The root administrator; also receives alarms and the budget's warnings. */
      adminEmail: z._default(address('adminEmail'), examples.adminEmail),
      /** Lets a deploy move the root administrator's role to another `adminEmail` (otherwise it is refused). */
      adminTransfer: flag('adminTransfer'),
      /** Sender of every mail, verified in SES. */
      mailFrom: z._default(address('mailFrom'), examples.mailFrom),
      /**
       * The domain of `mailFrom` or one above it, which SES signs mails for; by default `domain`, when `mailFrom` is in
       * it.
       */
      mailDomain: z.optional(hostName('mailDomain')),
      /**
       * `exists` when this account and region already have the SES identity of the sender: by hand, or of another
       * stage.
       */
      mailIdentity: choice('create', 'exists', "mailIdentity must be 'create' or 'exists'."),
      /**
       * The operator who is legally responsible, as the legal pages name them: a company with its legal form, or a
       * person.
       */
      legalName: z._default(line('legalName'), examples.legalName),
      legalAddress: z._default(line('legalAddress'), examples.legalAddress),
      legalEmail: z._default(address('legalEmail'), examples.legalEmail),
      /** « SAS au capital de 1 000 € », « Entrepreneur individuel ». */
      legalForm: z.optional(line('legalForm')),
      legalPhone: z.optional(line('legalPhone')),
      legalRegistration: z.optional(line('legalRegistration')),
      legalVat: z.optional(line('legalVat')),
      publicationDirector: z.optional(line('publicationDirector')),
      /** The telephone of AWS EMEA SARL, the host, as its site names it. */
      hostPhone: z.optional(line('hostPhone')),
      mediatorName: z.optional(line('mediatorName')),
      mediatorAddress: z.optional(line('mediatorAddress')),
      mediatorSite: z.optional(
        matching(/^https:\/\/[^\s]+$/, 'mediatorSite must be an address that begins with https://.'),
      ),
      /** Small platforms need not name out-of-court bodies (article 19 of the Digital Services Act). */
      microEnterprise: z.optional(z.boolean('microEnterprise must be true or false.')),
      /** The contract that protects data read in Algeria, such as « clauses contractuelles types … ». */
      algeriaSafeguard: z.optional(line('algeriaSafeguard')),
      /** The price of a year in whole euros, for members who pay in France (rule 216). */
      subscriptionEuro: z.optional(
        z
          .int('subscriptionEuro must be a whole number of euros.')
          .check(z.gte(1, 'subscriptionEuro must be at least one euro.')),
      ),
      domain: z.optional(hostName('domain')),
      /** Route 53 zone of `domain`: certificate and address records are made in it. */
      hostedZoneId: z.optional(
        matching(/^Z[A-Z0-9]+$/, 'hostedZoneId must be the id of a Route 53 zone; it starts with Z.'),
      ),
      /** A certificate for `domain` in us-east-1, instead of `hostedZoneId`. */
      certificateArn: z.optional(
        matching(
          /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
          'certificateArn must name a certificate in us-east-1, the only region CloudFront reads.',
        ),
      ),
      /** `www.<domain>` leads to the site, too; a given certificate must name it. */
      www: flag('www'),
      /**
       * Documents of pages with listings: `rendered` by a function, with the listings, or as the site was `built`,
       * without (decision 057).
       */
      pageDocuments: choice('rendered', 'built', "pageDocuments must be 'rendered' or 'built'."),
      /**
       * A web ACL in front of the site (8 $ a month). `leaving` takes it from the site and still keeps it, for one
       * deploy before `false`: WAF deletes none that is in use.
       */
      waf: z._default(z.union([z.boolean(), z.literal('leaving')], "waf must be true, false or 'leaving'."), false),
      /** API Gateway's account-wide role for logs: `exists` when this account and region have one. */
      apiGatewayLogsRole: choice('create', 'exists', "apiGatewayLogsRole must be 'create' or 'exists'."),
      /** `spec`: 6 characters at sign-up; `strict`: the rule of the reset page everywhere. */
      passwordPolicy: choice('spec', 'strict', "passwordPolicy must be 'spec' or 'strict'."),
      /**
       * The day (`YYYY-MM-DD`) from which publishing, accepting, choosing and new conversations need a running
       * subscription (rule 197); without it the service is free. A deploy refuses a new or moved day that is less than
       * 30 days away.
       */
      subscriptionFrom: z.optional(z.string(dayError).check(z.refine(isDay, dayError))),
      /** Days that logs are kept, one of CloudWatch's values. */
      retention: z._default(
        z
          .number('retention must be a number of days.')
          .check(
            z.refine(
              (days) => retentionDays.includes(days),
              `retention must be one of ${retentionDays.join(', ')} days.`,
            ),
          ),
        30,
      ),
      /** Requests a second that the API takes from all together (429 beyond); an account has 10,000. */
      apiRate: rate('apiRate', 10_000, 2_000),
      /** New sockets and frames of members a second; an account has 500 new sockets. */
      socketRate: rate('socketRate', 500, 500),
      /** Maximum parallel scans, 2 at least. A new account may run ten functions in parallel, and pages need some. */
      scansAtOnce: atOnce('scansAtOnce'),
      /** Maximum parallel runs of the notifier, 2 at least. A push service that does not answer holds one for 3 s. */
      noticesAtOnce: atOnce('noticesAtOnce'),
      /** US dollars a month. The root administrator is mailed when half, four fifths and all of them are spent. */
      monthlyBudget: z._default(
        z
          .number('monthlyBudget must be a number of US dollars.')
          .check(z.gte(1, 'monthlyBudget must be at least one US dollar.')),
        50,
      ),
      /**
       * Another account of the same AWS organization, 12 digits: it gets locked copies of table, files and log.
       * Without it all data are in one account.
       */
      backupAccount: z.optional(
        matching(/^\d{12}$/, 'backupAccount must be the 12 digits of an AWS account, in quotes.'),
      ),
      backupRegion: z._default(
        z.enum(regions, `backupRegion must be one of ${regions.join(', ')}: members were promised the EU.`),
        'eu-central-1',
      ),
      /** The name of a restored table that replaces the first one; `npm run restore` prints both. */
      restoredTable: z.optional(matching(/^[\w.-]{3,255}$/, 'restoredTable must be the name of a table.')),
      restoredStream: z.optional(
        matching(
          /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/.+$/,
          'restoredStream must be the ARN of a stream.',
        ),
      ),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `${issue.keys.join(', ')} is not a setting.`
          : 'The settings must be one JSON object.',
    },
  )
  .check(
    z.refine(
      (set) => !set.domain || Boolean(set.hostedZoneId) !== Boolean(set.certificateArn),
      'domain needs either hostedZoneId or certificateArn.',
    ),
    z.refine(
      (set) => set.domain || !(set.hostedZoneId || set.certificateArn),
      'hostedZoneId and certificateArn mean nothing without domain.',
    ),
    z.refine((set) => set.domain || !set.www, 'www means nothing without domain.'),
    z.refine(
      ({ account, certificateArn }) => !account || !certificateArn || certificateArn.split(':')[4] === account,
      'certificateArn must name a certificate of account: CloudFront reads no other one.',
    ),
    z.refine(
      ({ restoredTable, restoredStream }) =>
        restoredTable === restoredStream || restoredStream?.includes(`:table/${restoredTable}/stream/`),
      'restoredTable and restoredStream must be of one table.',
    ),
    z.refine(
      ({ account, backupAccount }) => !backupAccount || backupAccount !== account,
      'backupAccount must be another account than account: copies beside the original are lost with it.',
    ),
    z.refine(
      ({ region, backupAccount, backupRegion }) => !backupAccount || backupRegion !== region,
      'backupRegion must be another region than region.',
    ),
    z.refine(
      ({ mediatorName, mediatorAddress, mediatorSite }) =>
        new Set([mediatorName, mediatorAddress, mediatorSite].map(Boolean)).size === 1,
      'mediatorName, mediatorAddress and mediatorSite belong together.',
    ),
    z.refine(
      ({ mailDomain, mailFrom }) => !mailDomain || new RegExp(`[@.]${mailDomain}$`).test(mailFrom),
      'mailFrom must be an address of mailDomain.',
    ),
  );

/**
 * The settings of one deployment. They are read from `envoyage.config.json` at the top of the checkout; an environment
 * variable of the same name (`adminEmail` → `ENVOYAGE_ADMIN_EMAIL`) wins over the file. Synthesis needs no
 * setting; a deploy needs those of `neededByDeploy`.
 */
export type Settings = Readonly<z.infer<typeof Settings>>;

type Given = Record<string, unknown>;

/** Checks the settings. Throws an `Error` with one English sentence about the first wrong one. */
export function parseSettings(given: Given): Settings {
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  throw new Error(result.error.issues[0]?.message ?? 'The settings cannot be read.');
}

/**
 * The settings of this checkout: file, then environment, then defaults. Throws one sentence naming the wrong setting.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env, file = settingsFile): Settings {
  return parseSettings(given(env, file));
}

export function readDeploySettings(env: NodeJS.ProcessEnv = process.env, file = settingsFile): Settings {
  return readAll(neededByDeploy, 'before a deploy', env, file);
}

export function readStageSettings(env: NodeJS.ProcessEnv = process.env, file = settingsFile): Settings {
  return readAll(neededByCommands, 'to say which stage is meant', env, file);
}

function readAll(names: readonly string[], why: string, env: NodeJS.ProcessEnv, file: string): Settings {
  const set = given(env, file);
  const missing = names.filter((name) => !set[name]);
  if (missing.length > 0) {
    const place = existsSync(file) ? file : `${file}, which does not exist yet,`;
    throw new Error(
      `${missing.join(', ')} must be set ${why}, in ${place} or as ${missing.map(variableOf).join(', ')}.`,
    );
  }
  return parseSettings(set);
}

function given(env: NodeJS.ProcessEnv, file: string): Given {
  const variables = Object.keys(Settings.shape).flatMap((name) => {
    const text = env[variableOf(name)];
    return text ? [[name, valueOf(name, text)]] : [];
  });
  return { ...(existsSync(file) ? readFile(file) : {}), ...Object.fromEntries(variables) };
}

function readFile(file: string): Given {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Given;
  } catch (problem) {
    throw new Error(
      `${file} must hold one JSON object: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
  }
}

const variableOf = (name: string) => `ENVOYAGE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const digits = ['account', 'hostPhone', 'legalPhone', 'legalRegistration', 'legalVat'];

/** A variable is text: `true`, `false` and numbers are converted, except where the setting is digits as text. */
function valueOf(name: string, text: string): unknown {
  if (digits.includes(name)) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
