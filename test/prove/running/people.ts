import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { administrator, password } from '#test/support/journey.ts';
import { put } from '#test/support/pipeline.ts';
import { tableOfStack } from '#test/support/stack-table.ts';

/** Somebody with a session, and how they get the next one, also from a product that was started again elsewhere. */
export interface Person {
  readonly userId: string;
  caller: Caller;
  readonly signIn: () => Promise<Caller>;
}

const madeAtOnce = 4;

/** Approved members, put beside the product: sign-ups of hundreds would take longer than the test. */
export async function membersOn(site: SiteClient, dataFolder: string, count: number): Promise<Person[]> {
  const { userPoolId = '', userPoolEndpoint = '', region = '' } = await site.config();
  const pool = new CognitoIdentityProviderClient({ endpoint: userPoolEndpoint, region, credentials: operatorKey });
  const identity = openIdentity({ UserPoolId: userPoolId }, pool);
  const table = tableOfStack(dataFolder);

  async function make(number: number): Promise<Person> {
    const email = `membre.${number}@example.org`;
    const { id } = await identity.createUser(email, { verified: true });
    await identity.setPassword(id, password);
    await put(table, profileItem(aProfileRecord({ id, email, firstName: `Membre ${number}` })));
    const signIn = () => openSite(site.origin).member(email, password);
    return { userId: id, signIn, caller: await signIn() };
  }
  const people: Person[] = [];
  while (people.length < count) {
    const from = people.length;
    const more = Array.from({ length: Math.min(madeAtOnce, count - from) }, (_, index) => make(from + index));
    people.push(...(await Promise.all(more)));
  }
  pool.destroy();
  return people;
}

/** The administrator, proven by the second factor. */
export async function administratorOn(site: SiteClient, dataFolder: string): Promise<Person> {
  const signIn = () => administrator(openSite(site.origin), dataFolder);
  return { userId: '', signIn, caller: await signIn() };
}
