import { expect, test } from 'vitest';
import { evaluate, readPolicy } from './policy.ts';

const bucket = 'arn:aws:s3:::photos';

type Given = Record<string, unknown>;
type Known = Record<string, string | string[]>;

const statement = (given: Given = {}) => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: `${bucket}/*`,
  ...given,
});

/** The verdict of some statements about one call. */
function verdict(statements: Given[], call: { action?: string; resource?: string; known?: Known } = {}) {
  const { action = 's3:GetObject', resource = `${bucket}/a.jpg`, known = {} } = call;
  const context = new Map(
    Object.entries(known).map(([key, value]) => [key.toLowerCase(), typeof value === 'string' ? [value] : value]),
  );
  return evaluate(readPolicy({ Statement: statements }), { action, resource, context }).effect;
}

const deny = (given: Given = {}) => statement({ Effect: 'Deny', ...given });

test('nothing is allowed that no statement allows', () => {
  expect(verdict([])).toBe('none');
  expect(verdict([statement()])).toBe('allow');
  expect(verdict([statement()], { action: 's3:PutObject' })).toBe('none');
  expect(verdict([statement()], { resource: 'arn:aws:s3:::other/a.jpg' })).toBe('none');
});

test('an explicit deny wins, wherever it stands; one about something else says nothing', () => {
  expect(verdict([statement(), deny()])).toBe('deny');
  expect(verdict([deny(), statement()])).toBe('deny');
  expect(verdict([deny()])).toBe('deny');
  expect(verdict([statement(), deny({ Action: 's3:PutObject' })])).toBe('allow');
  expect(verdict([statement(), deny({ Resource: `${bucket}/b.jpg` })])).toBe('allow');
});

test.each([
  ['s3:GetObject', 's3:GetObject', true],
  ['S3:getobject', 's3:GetObject', true],
  ['s3:Get*', 's3:GetObject', true],
  ['s3:*', 's3:GetObject', true],
  ['*', 's3:GetObject', true],
  ['s3:Get?bject', 's3:GetObject', true],
  ['s3:Get?Object', 's3:GetObject', false],
  ['s3:GetObject', 's3:GetObjectTagging', false],
  ['s3:*Object', 's3:GetObjectTagging', false],
  ['dynamodb:*', 's3:GetObject', false],
])('the action %s allows %s: %s', (Action, action, isAllowed) => {
  expect(verdict([statement({ Action })], { action })).toBe(isAllowed ? 'allow' : 'none');
});

const table = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T';

test.each([
  ['*', table, true],
  [table, table, true],
  [table, `${table}/index/gs1`, false],
  [`${table}/index/*`, `${table}/index/gs1`, true],
  [`${table}/index/gs1`, `${table}/index/gs2`, false],
  [table, table.toLowerCase(), false],
  ['arn:aws:dynamodb:*:000000000000:table/T', table, true],
  // A wildcard stays in its segment.
  ['arn:aws:dynamodb:*:*:table/T', table, true],
  ['arn:aws:*:*:*:index/gs1', `${table}/index/gs1`, false],
  ['arn:aws:dynamodb:eu*:table/T:*:T', table, false],
  [`${bucket}/log/*`, `${bucket}/log/2026-11-23T10:00:00.000Z#1`, true],
  [`${bucket}/*.jpg`, `${bucket}/a/b.jpg`, true],
  [`${bucket}/?.jpg`, `${bucket}/a.jpg`, true],
  [`${bucket}/?.jpg`, `${bucket}/ab.jpg`, false],
  [`${bucket}/*`, bucket, false],
  [`${bucket}*`, 'arn:aws:s3:::photos-of-others/a', true],
  // No character of a pattern but the two wildcards has a meaning of its own.
  [`${bucket}/a.jpg`, `${bucket}/abjpg`, false],
  [`${bucket}/a.j*g`, `${bucket}/abjpg`, false],
])('the resource %s contains %s: %s', (Resource, resource, isAllowed) => {
  const given = [statement({ Action: '*', Resource })];
  expect(verdict(given, { action: 'x:Y', resource })).toBe(isAllowed ? 'allow' : 'none');
});

test.each(['arn:aws:dynamodb:*', 'photos/*', ''])('the resource %s is no ARN', (Resource) => {
  expect(() => verdict([statement({ Resource })])).toThrow('is no ARN');
});

test('one of several actions and resources is enough; the pair that allowed is named as it is written', () => {
  const statements = readPolicy({
    Statement: [statement({ Action: ['s3:PutObject', 's3:Get*'], Resource: [`${bucket}/a/*`, `${bucket}/b/*`] })],
  });
  const found = evaluate(statements, { action: 's3:GetObject', resource: `${bucket}/b/1`, context: new Map() });
  expect(found).toMatchObject({ effect: 'allow', by: { action: 's3:Get*', resource: `${bucket}/b/*` } });
});

const leading = (keys: string[]): Known => ({ 'dynamodb:LeadingKeys': keys });
const when = (Condition: Given) => [statement({ Condition })];
const registers = { 'dynamodb:LeadingKeys': ['LOG#*', 'ADMINS'] };

test.each<[title: string, condition: Given, known: Known, holds: boolean]>([
  ['StringEquals, equal', { StringEquals: { 'ses:FromAddress': 'a@b.fr' } }, { 'ses:FromAddress': 'a@b.fr' }, true],
  ['StringEquals, capitals', { StringEquals: { 'ses:FromAddress': 'a@b.fr' } }, { 'ses:FromAddress': 'A@b.fr' }, false],
  [
    'StringEquals, a name in other capitals',
    { StringEquals: { 'SES:fromaddress': 'a' } },
    { 'ses:FromAddress': 'a' },
    true,
  ],
  [
    'StringEquals, one of several values',
    { StringEquals: { 'ses:FromAddress': ['a', 'b'] } },
    { 'ses:FromAddress': 'b' },
    true,
  ],
  ['StringEquals, no wildcard', { StringEquals: { 'ses:FromAddress': '*' } }, { 'ses:FromAddress': 'b' }, false],
  ['StringEquals, missing', { StringEquals: { 'ses:FromAddress': 'a' } }, {}, false],
  ['StringEqualsIfExists, missing', { StringEqualsIfExists: { 'ses:FromAddress': 'a' } }, {}, true],
  [
    'StringEqualsIfExists, other',
    { StringEqualsIfExists: { 'ses:FromAddress': 'a' } },
    { 'ses:FromAddress': 'b' },
    false,
  ],
  ['StringEqualsIgnoreCase', { StringEqualsIgnoreCase: { 'ses:FromAddress': 'a' } }, { 'ses:FromAddress': 'A' }, true],
  ['StringNotEquals, other', { StringNotEquals: { 'ses:FromAddress': 'a' } }, { 'ses:FromAddress': 'b' }, true],
  [
    'StringNotEquals, one of several',
    { StringNotEquals: { 'ses:FromAddress': ['a', 'b'] } },
    { 'ses:FromAddress': 'b' },
    false,
  ],
  ['StringNotEquals, missing', { StringNotEquals: { 'ses:FromAddress': 'a' } }, {}, true],
  ['StringLike, prefix', { StringLike: { 's3:prefix': 'photos/*' } }, { 's3:prefix': 'photos/m1/' }, true],
  ['StringLike, an empty value', { StringLike: { 's3:prefix': 'photos/*' } }, { 's3:prefix': '' }, false],
  [
    'StringLike, something',
    { StringLike: { 'kms:EncryptionContext:member': '?*' } },
    { 'kms:EncryptionContext:member': 'm1' },
    true,
  ],
  [
    'StringLike, an empty text is nothing',
    { StringLike: { 'kms:EncryptionContext:member': '?*' } },
    { 'kms:EncryptionContext:member': '' },
    false,
  ],
  ['StringNotLike, missing', { StringNotLike: { 's3:prefix': 'photos/*' } }, {}, true],
  ['NumericLessThan', { NumericLessThan: { 's3:TlsVersion': 1.2 } }, { 's3:TlsVersion': '1.3' }, false],
  ['NumericLessThan, less', { NumericLessThan: { 's3:TlsVersion': 1.2 } }, { 's3:TlsVersion': '1.1' }, true],
  ['Bool', { Bool: { 'aws:SecureTransport': 'false' } }, { 'aws:SecureTransport': 'true' }, false],
  [
    'Bool, a boolean of the template',
    { Bool: { 'aws:SecureTransport': true } },
    { 'aws:SecureTransport': 'true' },
    true,
  ],
  [
    'ArnLike',
    { ArnLike: { 'aws:SourceArn': 'arn:aws:cloudfront::1:distribution/*' } },
    { 'aws:SourceArn': 'arn:aws:cloudfront::1:distribution/E1' },
    true,
  ],
  [
    'ArnLike, another account',
    { ArnLike: { 'aws:SourceArn': 'arn:aws:cloudfront::1:distribution/*' } },
    { 'aws:SourceArn': 'arn:aws:cloudfront::2:distribution/E1' },
    false,
  ],
  ['Null true, missing', { Null: { 's3:if-none-match': 'true' } }, {}, true],
  ['Null true, there', { Null: { 's3:if-none-match': 'true' } }, { 's3:if-none-match': '*' }, false],
  ['Null false, there', { Null: { 's3:if-none-match': 'false' } }, { 's3:if-none-match': '*' }, true],
  ['Null false, missing', { Null: { 's3:if-none-match': 'false' } }, {}, false],
  ['ForAnyValue, one of them', { 'ForAnyValue:StringLike': registers }, leading(['MEMBER#1', 'LOG#2026']), true],
  ['ForAnyValue, none of them', { 'ForAnyValue:StringLike': registers }, leading(['MEMBER#1']), false],
  ['ForAnyValue over nothing', { 'ForAnyValue:StringLike': registers }, leading([]), false],
  ['ForAnyValue, missing', { 'ForAnyValue:StringLike': registers }, {}, false],
  ['ForAllValues, all of them', { 'ForAllValues:StringLike': registers }, leading(['ADMINS', 'LOG#2026']), true],
  ['ForAllValues, one of them', { 'ForAllValues:StringEquals': registers }, leading(['ADMINS', 'MEMBER#1']), false],
  ['ForAllValues over nothing', { 'ForAllValues:StringEquals': registers }, leading([]), true],
  ['ForAllValues, missing', { 'ForAllValues:StringLike': registers }, {}, true],
  ['ForAllValues, none of the forbidden', { 'ForAllValues:StringNotEquals': registers }, leading(['MEMBER#1']), true],
  [
    'ForAllValues, one forbidden',
    { 'ForAllValues:StringNotEquals': registers },
    leading(['MEMBER#1', 'ADMINS']),
    false,
  ],
])('a condition: %s', (_, condition, known, holds) => {
  expect(verdict(when(condition), { known })).toBe(holds ? 'allow' : 'none');
});

test('all operators and all keys of a condition must hold', () => {
  const condition = {
    StringLike: { 's3:prefix': 'a/*', 'kms:ViaService': 's3.*' },
    Bool: { 'aws:SecureTransport': 'true' },
  };
  const known = { 's3:prefix': 'a/1', 'kms:ViaService': 's3.eu', 'aws:SecureTransport': 'true' };
  expect(verdict(when(condition), { known })).toBe('allow');
  for (const key of Object.keys(known))
    expect(verdict(when(condition), { known: { ...known, [key]: 'x' } })).toBe('none');
});

test('a deny whose condition does not hold denies nothing', () => {
  const guarded = [statement(), deny({ Condition: { Null: { 's3:if-none-match': 'true' } } })];
  expect(verdict(guarded)).toBe('deny');
  expect(verdict(guarded, { known: { 's3:if-none-match': '*' } })).toBe('allow');
});

test.each([
  ['NotAction', { NotAction: 's3:GetObject' }],
  ['NotResource', { NotResource: bucket }],
  ['NotPrincipal', { NotPrincipal: '*' }],
  ['IpAddress', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a policy variable is written so.
  ['policy variable', { Resource: 'arn:aws:s3:::photos/${aws:username}/*' }],
])('what is not understood here is refused by name: %s', (word, given) => {
  expect(() => readPolicy({ Statement: [statement(given)] })).toThrow(new RegExp(word));
});
