import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { protectedStacks, stackWords } from '#infra/commands/deploy/stacks.ts';
import { parseSettings } from '#infra/config.ts';
import { EdgeStack } from '#infra/stacks/edge-stack.ts';
import { makeApp, type Properties, type Resource } from './synth.ts';

const { product } = makeApp({ account: '012345678901', stage: 'prod', region: 'eu-central-1' });

test.each(Object.entries(product))(
  '%s is bound to its account and region, and its costs to product and stage',
  (name, stack) => {
    expect(stack.account).toBe('012345678901');
    expect(stack.region).toBe(name.startsWith('edge') ? 'us-east-1' : 'eu-central-1');
    expect(stack.tags.tagValues()).toEqual({ product: 'Envoyage', stage: 'prod' });
  },
);

test('the root administrator is told what was spent, not only what AWS expects', () => {
  const app = new App();
  const { stackName } = new EdgeStack(app, parseSettings({ adminEmail: 'chief@envoyage.test', monthlyBudget: 80 }));
  const { Resources } = app.synth().getStackByName(stackName).template as { Resources: Record<string, Resource> };
  const budget = Object.values(Resources).find(({ Type }) => Type === 'AWS::Budgets::Budget')?.Properties;
  expect(budget?.['Budget']).toMatchObject({ BudgetLimit: { Amount: 80, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
  const told = budget?.['NotificationsWithSubscribers'] as readonly {
    Notification: Properties;
    Subscribers: unknown;
  }[];
  expect(told.map(({ Notification }) => [Notification['NotificationType'], Notification['Threshold']])).toEqual([
    ['ACTUAL', 50],
    ['ACTUAL', 80],
    ['ACTUAL', 100],
    ['FORECASTED', 100],
  ]);
  for (const { Subscribers } of told)
    expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: 'chief@envoyage.test' }]);
});

test('a deploy leaves its revision, a synthesis without one none', () => {
  const committed = makeApp({}, { commit: 'abc' }).product.web.node;
  expect(committed.findChild('Commit')).toMatchObject({ value: 'abc' });
  expect(product.web.node.tryFindChild('Commit')).toBeUndefined();
});

test('the deploy knows every stack in its order, and those that nothing may delete', () => {
  const words = Object.values(product).map(({ stackName }) => stackName.replace('Envoyage-prod-', ''));
  expect(words).toEqual([...stackWords]);
  const kept = Object.values(product).filter(({ terminationProtection }) => terminationProtection);
  expect(kept.map(({ stackName }) => stackName.replace('Envoyage-prod-', ''))).toEqual([...protectedStacks]);
});
