import { expect, test } from 'vitest';
import { type AccessRules, lineOf, openAccess, type Right, type Want } from '#infra/local/iam/access.ts';
import { readAccessRules } from '#infra/local/iam/template.ts';
import { neededRights } from './needed-rights.ts';
import { resolvedTemplates } from './resolved.ts';
import { unusedRights } from './unused-rights.ts';

const { assembly, ids, resolve } = resolvedTemplates();
const rules = readAccessRules(assembly, ids, resolve);
const { judgeFunction, rights } = openAccess(rules, () => {});
const given = new Map(rights().map((right) => [lineOf(right), right]));

/** « service:Action Action on resource » of a function as one line for each action. */
const linesOf = (name: string, groups: readonly string[]) =>
  groups.flatMap((group) => {
    const [, service = '', actions = '', resource = ''] = /^([\w-]+):(.+) on (.+)$/.exec(group) ?? [];
    return actions.split(' ').map((action) => `${name}: ${service}:${action} on ${resource}`);
  });

const needed = Object.entries(neededRights).flatMap(([name, groups]) => linesOf(name, groups));

/** A call that needs this right, with all that the conditions ask for. */
const callOf = ({ action, resource }: Right): Want => ({
  action,
  resource: resource.replaceAll('*', 'x'),
  known: {
    'dynamodb:LeadingKeys': ['MEMBER#1'],
    'kms:EncryptionContext:member': 'm1',
    's3:if-none-match': '*',
    's3:prefix': prefixOf(resource),
    'ses:FromAddress': 'no-reply@example.org',
  },
});

/** A prefix that the conditions of `account-deletion` know, one for each bucket. */
const prefixOf = (bucket: string) =>
  /identity/.test(bucket) ? 'documents/x' : /private/.test(bucket) ? 'exports/x' : 'quarantine/x';

test.each(needed)('a role contains what its function needs: %s', (line) => {
  const right = given.get(line);
  expect(right && judgeFunction(right.function, [callOf(right)])).toBeUndefined();
  expect(right).toBeDefined();
});

const tableArn = rights().find(({ action }) => action === 'dynamodb:PutItem')?.resource ?? '';
const part = (action: string, keys: readonly string[], inTransaction: boolean): Want => ({
  action: `dynamodb:${action}`,
  resource: tableArn,
  known: {
    'dynamodb:LeadingKeys': keys,
    ...(inTransaction && { 'dynamodb:EnclosingOperation': 'TransactWriteItems' }),
  },
});

// AWS documents which rights a transaction needs, but not which keys each of its parts is compared with.
test.each([
  ['its own keys', ['LOG#2026-11'], ['U#1']],
  ['the keys of all parts', ['LOG#2026-11', 'U#1'], ['LOG#2026-11', 'U#1']],
])(
  'an act of administrators and its line of the log are one transaction, when AWS compares %s',
  (_words, put, update) => {
    for (const name of ['admin', 'identity-documents', 'second-factor', 'dispatcher']) {
      expect(judgeFunction(name, [part('PutItem', put, true), part('UpdateItem', update, true)])).toBeUndefined();
      for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem'])
        expect(judgeFunction(name, [part(action, ['LOG#2026-11'], false)])).toMatchObject({
          code: 'AccessDeniedException',
        });
    }
    expect(judgeFunction('accounts', [part('PutItem', put, true)])).toMatchObject({ code: 'AccessDeniedException' });
  },
);

/** The rules without one right of one role. */
const without = ({ function: name, action, resource }: Right): AccessRules => ({
  ...rules,
  roles: rules.roles.map((role) =>
    role.name === name
      ? {
          ...role,
          statements: role.statements.map((statement) =>
            statement.effect === 'Allow' && statement.resources.some(({ text }) => text === resource)
              ? { ...statement, actions: statement.actions.filter(({ text }) => text !== action) }
              : statement,
          ),
        }
      : role,
  ),
});

test.each(needed)('without this right the call is refused, and no other right replaces it: %s', (line) => {
  const right = given.get(line) as Right;
  const refused = openAccess(without(right), () => {}).judgeFunction(right.function, [callOf(right)]);
  expect(refused?.code).toBe('AccessDeniedException');
});

test('every right that no journey uses has its reason', () => {
  const reasons = unusedRights.flatMap(({ functions, rights }) =>
    functions.split(' ').flatMap((name) => linesOf(name, rights)),
  );
  const unused = [...given.keys()].filter((line) => !needed.includes(line));
  expect(unused.toSorted()).toEqual(reasons.toSorted());
});
