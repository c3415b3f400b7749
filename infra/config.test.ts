import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSettings, readDeploySettings, readSettings } from './config.ts';

const noFile = 'no-such-file.json';
const fileWith = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'envoyage.config.json');
  writeFileSync(file, text);
  return file;
};

test('synthesis needs no setting', () => {
  expect(readSettings({}, noFile)).toEqual({
    stage: 'dev',
    region: 'eu-west-3',
    adminEmail: 'admin@example.org',
    adminTransfer: false,
    mailFrom: 'no-reply@example.org',
    mailIdentity: 'create',
    legalName: 'Démonstration locale, sans exploitant',
    legalAddress: 'Cette copie du service tourne sur une seule machine et ne livre rien.',
    legalEmail: 'contact@example.org',
    waf: false,
    pageDocuments: 'rendered',
    www: false,
    apiGatewayLogsRole: 'create',
    passwordPolicy: 'spec',
    retention: 30,
    apiRate: 2_000,
    backupRegion: 'eu-central-1',
    scansAtOnce: 2,
    noticesAtOnce: 2,
    socketRate: 500,
    monthlyBudget: 50,
  });
});

test('an environment variable wins over the file', () => {
  const file = fileWith('{ "stage": "prod", "waf": true }');
  const settings = readSettings(
    { ENVOYAGE_STAGE: 'test', ENVOYAGE_RETENTION: '14', ENVOYAGE_SUBSCRIPTION_FROM: '2027-03-01' },
    file,
  );
  expect(settings).toMatchObject({ stage: 'test', waf: true, retention: 14, subscriptionFrom: '2027-03-01' });
});

test.each([
  [{ stage: 'Prod' }, 'stage must be'],
  [{ region: 'us-east-1' }, 'region must be one of eu-west-3, eu-west-1, eu-central-1, eu-north-1'],
  [{ account: 123456789012 }, 'account must be the 12 digits of an AWS account, in quotes.'],
  [{ account: '12345' }, 'account must be the 12 digits'],
  [{ monthlyBudget: 0 }, 'monthlyBudget must be at least one US dollar.'],
  [{ adminEmail: 'nobody' }, 'adminEmail must be an e-mail address.'],
  [{ mailFrom: 3 }, 'mailFrom must be an e-mail address.'],
  [{ mailFrom: 'bonjour@envoyage.example.' }, 'mailFrom must be an e-mail address.'],
  [{ mailFrom: 'été@envoyage.example' }, 'mailFrom must be an e-mail address.'],
  [{ adminEmail: 'a,b@envoyage.example' }, 'adminEmail must be an e-mail address.'],
  [{ legalName: '' }, 'legalName must be text.'],
  [{ legalAddress: 'x'.repeat(201) }, 'legalAddress must fit into 200 characters.'],
  [{ legalEmail: 'nobody' }, 'legalEmail must be an e-mail address.'],
  [{ mediatorName: 'Médiation' }, 'mediatorName, mediatorAddress and mediatorSite belong together.'],
  [{ subscriptionEuro: 33.5 }, 'subscriptionEuro must be a whole number of euros.'],
  [{ domain: 'https://envoyage.example.org' }, 'domain must be'],
  [{ domain: 'envoyage.example.org' }, 'domain needs either hostedZoneId or certificateArn.'],
  [{ hostedZoneId: 'Z123' }, 'hostedZoneId and certificateArn mean nothing without domain.'],
  [
    { domain: 'a.example.org', certificateArn: 'arn:aws:acm:eu-west-3:123456789012:certificate/1' },
    'certificateArn must name',
  ],
  [{ www: true }, 'www means nothing without domain.'],
  [
    {
      account: '123456789012',
      domain: 'a.example.org',
      certificateArn: 'arn:aws:acm:us-east-1:210987654321:certificate/1',
    },
    'certificateArn must name a certificate of account',
  ],
  [{ waf: 'yes' }, "waf must be true, false or 'leaving'."],
  [{ apiGatewayLogsRole: 'maybe' }, 'apiGatewayLogsRole must be'],
  [{ passwordPolicy: 'weak' }, 'passwordPolicy must be'],
  [{ mailDomain: 'example.com' }, 'mailFrom must be an address of mailDomain.'],
  [{ mailDomain: 'ample.org' }, 'mailFrom must be an address of mailDomain.'],
  [{ mailDomain: 'https://example.org' }, 'mailDomain must be a host name'],
  [{ mailIdentity: 'maybe' }, 'mailIdentity must be'],
  [{ retention: 31 }, 'retention must be one of'],
  [{ subscriptionFrom: '2027-02-29' }, 'subscriptionFrom must be a day such as 2027-03-01'],
  [{ subscriptionFrom: true }, 'subscriptionFrom must be a day such as 2027-03-01'],
  [{ subscriptionEnforced: true }, 'subscriptionEnforced is not a setting.'],
  [{ restoredTable: 'copy' }, 'restoredTable and restoredStream must be of one table.'],
  [
    { restoredTable: 'copy', restoredStream: 'arn:aws:dynamodb:eu-west-3:012345678901:table/other/stream/2027' },
    'restoredTable and restoredStream must be of one table.',
  ],
  [{ restoredStream: 'stream' }, 'restoredStream must be the ARN of a stream.'],
  [{ scansAtOnce: 1 }, 'scansAtOnce must be a whole number, 2 to 1000.'],
  [{ noticesAtOnce: 1 }, 'noticesAtOnce must be a whole number, 2 to 1000.'],
  [{ apiRate: 20_000 }, 'apiRate must be a whole number of requests a second, 10 to 10000.'],
  [{ socketRate: 1.5 }, 'socketRate must be'],
  [{ colour: 'blue' }, 'colour is not a setting.'],
])('the wrong settings %j fail with a sentence that names one', (given, sentence) => {
  expect(() => parseSettings(given)).toThrow(sentence);
});

test('a settings file without valid JSON is named, with the place of its fault', () => {
  expect(() => readSettings({}, fileWith('{ "stage": "prod" "waf": true }'))).toThrow(
    /envoyage\.config\.json must hold one JSON object: .*position 18/,
  );
});

test('everything that a deploy lacks is named at once, and that there is no file', () => {
  expect(() => readDeploySettings({ ENVOYAGE_STAGE: 'prod', ENVOYAGE_LEGAL_NAME: 'Traversée SAS' }, noFile)).toThrow(
    `account, adminEmail, mailFrom, legalAddress, legalEmail must be set before a deploy, in ${noFile}, which does not exist yet, or as ENVOYAGE_ACCOUNT, ENVOYAGE_ADMIN_EMAIL,`,
  );
});

test.each([
  ['account', 'ENVOYAGE_ACCOUNT'],
  ['stage', 'ENVOYAGE_STAGE'],
  ['adminEmail', 'ENVOYAGE_ADMIN_EMAIL'],
  ['mailFrom', 'ENVOYAGE_MAIL_FROM'],
  ['legalName', 'ENVOYAGE_LEGAL_NAME'],
  ['legalAddress', 'ENVOYAGE_LEGAL_ADDRESS'],
  ['legalEmail', 'ENVOYAGE_LEGAL_EMAIL'],
])('a deploy needs %s', (name, variable) => {
  const env: Record<string, string> = {
    ENVOYAGE_ACCOUNT: '012345678901',
    ENVOYAGE_STAGE: 'prod',
    ENVOYAGE_ADMIN_EMAIL: 'chief@envoyage.test',
    ENVOYAGE_MAIL_FROM: 'post@envoyage.test',
    ENVOYAGE_LEGAL_NAME: 'Traversée SAS',
    ENVOYAGE_LEGAL_ADDRESS: '1 quai du Port, 13002 Marseille',
    ENVOYAGE_LEGAL_EMAIL: 'bonjour@envoyage.test',
  };
  expect(readDeploySettings(env, noFile)).toMatchObject({ account: '012345678901', legalName: 'Traversée SAS' });
  delete env[variable];
  expect(() => readDeploySettings(env, noFile)).toThrow(
    `${name} must be set before a deploy, in ${noFile}, which does not exist yet, or as ${variable}.`,
  );
});

test('a registration of digits alone stays text in a variable', () => {
  const env = { ENVOYAGE_LEGAL_REGISTRATION: '123456789', ENVOYAGE_SUBSCRIPTION_EURO: '33' };
  expect(readSettings(env, noFile)).toMatchObject({ legalRegistration: '123456789', subscriptionEuro: 33 });
});
