import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/**
 * The settings of one deployment. They are read from `envoyage.config.json` at the top of the checkout; an environment
 * variable of the same name (`adminEmail` → `ENVOYAGE_ADMIN_EMAIL`) wins over the file. Synthesis needs no
 * setting; a deploy needs `adminEmail`, `mailFrom`, `legalName`, `legalAddress` and `legalEmail`.
 */
export interface Settings {
  /** Part of every stack's name: `Envoyage-<stage>-Data`. */
  readonly stage: string;
  readonly region: string;
  /** The root administrator; also receives alarms and the budget's warnings. */
  readonly adminEmail: string;
  /** Lets a deploy move the root administrator's role to another `adminEmail` (otherwise it is refused). */
  readonly adminTransfer: boolean;
  /** Sender of every mail, verified in SES. */
  readonly mailFrom: string;
  /**
   * The operator who is legally responsible, as the legal pages name them: a company with its legal form, or a person.
   */
  readonly legalName: string;
  /** Their postal address, in one line. */
  readonly legalAddress: string;
  /** E-mail address for members and authorities. */
  readonly legalEmail: string;
  readonly domain?: string;
  /** Route 53 zone of `domain`: certificate and address records are made in it. */
  readonly hostedZoneId?: string;
  /** Instead of `hostedZoneId`: a certificate for `domain` in us-east-1. */
  readonly certificateArn?: string;
  /** A web ACL in front of the site (7 $ a month). */
  readonly waf: boolean;
  /** API Gateway's account-wide role for logs: `exists` when this account and region have one. */
  readonly apiGatewayLogsRole: 'create' | 'exists';
  /** `spec`: 6 characters at sign-up; `strict`: the rule of the reset page everywhere. */
  readonly passwordPolicy: 'spec' | 'strict';
  readonly subscriptionEnforced: boolean;
  /** Days that logs are kept, one of CloudWatch's values. */
  readonly retention: number;
}

/** Path of the settings file; the commands run at the top of the checkout. */
const settingsFile = 'envoyage.config.json';

/** Example settings for offline synthesis and the local stack; no deploy accepts them. */
const examples = {
  adminEmail: 'admin@example.org',
  mailFrom: 'no-reply@example.org',
  legalName: 'Démonstration locale, sans exploitant',
  legalAddress: 'Cette copie du service tourne sur une seule machine et ne livre rien.',
  legalEmail: 'contact@example.org',
};

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
const address = (name: string) =>
  matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, `${name} must be an e-mail address.`).check(z.toLowerCase());

const Settings = z
  .strictObject(
    {
      stage: z._default(
        matching(/^[a-z][a-z0-9-]{0,15}$/, 'stage must be 1 to 16 lower-case letters, digits or hyphens.'),
        'dev',
      ),
      region: z._default(
        matching(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region must be the name of an AWS region, such as eu-west-3.'),
        'eu-west-3',
      ),
      adminEmail: z._default(address('adminEmail'), examples.adminEmail),
      adminTransfer: flag('adminTransfer'),
      mailFrom: z._default(address('mailFrom'), examples.mailFrom),
      legalName: z._default(line('legalName'), examples.legalName),
      legalAddress: z._default(line('legalAddress'), examples.legalAddress),
      legalEmail: z._default(address('legalEmail'), examples.legalEmail),
      domain: z.optional(
        matching(
          /^([a-z0-9-]+\.)+[a-z]{2,}$/,
          'domain must be a host name in lower case, such as envoyage.example.org.',
        ),
      ),
      hostedZoneId: z.optional(
        matching(/^Z[A-Z0-9]+$/, 'hostedZoneId must be the id of a Route 53 zone; it starts with Z.'),
      ),
      certificateArn: z.optional(
        matching(
          /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
          'certificateArn must name a certificate in us-east-1, the only region CloudFront reads.',
        ),
      ),
      waf: flag('waf'),
      apiGatewayLogsRole: choice('create', 'exists', "apiGatewayLogsRole must be 'create' or 'exists'."),
      passwordPolicy: choice('spec', 'strict', "passwordPolicy must be 'spec' or 'strict'."),
      subscriptionEnforced: flag('subscriptionEnforced'),
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
  );

type Given = Record<string, unknown>;

/** Checks the settings. Throws an `Error` with one English sentence about the first wrong one. */
export function parseSettings(given: Given): Settings {
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  throw new Error(result.error.issues[0]?.message ?? 'The settings cannot be read.');
}

/** The settings of this checkout: file, then environment, then defaults. Throws one sentence naming the wrong setting. */
export function readSettings(env: NodeJS.ProcessEnv = process.env, file = settingsFile): Settings {
  return parseSettings(given(env, file));
}

/** As `readSettings`, but without example values: members must reach a real operator. */
export function readDeploySettings(env: NodeJS.ProcessEnv = process.env, file = settingsFile): Settings {
  const set = given(env, file);
  for (const name of Object.keys(examples)) {
    if (!set[name]) throw new Error(`${name} must be set before a deploy, in ${file} or as ${variableOf(name)}.`);
  }
  return parseSettings(set);
}

function given(env: NodeJS.ProcessEnv, file: string): Given {
  const variables = Object.keys(Settings.shape).flatMap((name) => {
    const text = env[variableOf(name)];
    return text ? [[name, valueOf(text)]] : [];
  });
  return { ...(existsSync(file) ? readFile(file) : {}), ...Object.fromEntries(variables) };
}

function readFile(file: string): Given {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Given;
  } catch {
    throw new Error(`${file} must hold one JSON object.`);
  }
}

const variableOf = (name: string) => `ENVOYAGE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** A variable is text: `true`, `false` and numbers are converted. */
function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
