import {
  DeleteStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteUserPoolCommand,
  ListUsersCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  ResourceInUseException,
  ScanCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import { type Clients, heldBy } from '../clients.ts';
import { waitWith } from '../command.ts';
import { isBrokenOff, isProtected, type StackState } from './stacks.ts';

/** How long the deletion of one stack may take, in seconds. */
const deletionSeconds = 30 * 60;

interface Remains {
  readonly state: StackState;
  readonly tables: readonly string[];
  readonly pools: readonly string[];
  readonly buckets: readonly string[];
}

/**
 * Removes the remains of a broken first deploy from the stacks that hold members' data: their protection, the stack,
 * then table, pool and buckets. Throws a sentence before the first change if a table or a pool is not empty. A bucket
 * that is not empty stays, and is reported. Returns its steps, line by line.
 */
export async function recover(states: readonly StackState[], clients: Clients): Promise<readonly string[]> {
  const broken = states.filter((state) => isBrokenOff(state) && isProtected(state));
  const remains = await Promise.all(broken.map((state) => remainsOf(state, clients)));
  for (const { state, tables, pools } of remains) {
    for (const table of tables) if (await hasItems(table, clients)) throw notEmpty(state, `the table ${table}`);
    for (const pool of pools) if (await hasUsers(pool, clients)) throw notEmpty(state, `the user pool ${pool}`);
  }
  const done: string[] = [];
  // Backwards: a stack that others refer to cannot be deleted before them.
  for (const one of remains.toReversed()) {
    await removeStack(one, clients);
    done.push(`${one.state.name} was removed.`, ...(await removeRemains(one, clients)));
  }
  return done;
}

const notEmpty = ({ name }: StackState, what: string) =>
  new Error(
    `${name} broke off, but ${what} is not empty: nothing was removed. Look into it before you delete it by hand.`,
  );

async function remainsOf(state: StackState, { cloudFormation }: Clients): Promise<Remains> {
  const [tables, pools, buckets] = await Promise.all([
    heldBy(cloudFormation, state.name, /^AWS::DynamoDB::(Global)?Table$/),
    heldBy(cloudFormation, state.name, /^AWS::Cognito::UserPool$/),
    heldBy(cloudFormation, state.name, /^AWS::S3::Bucket$/),
  ]);
  return { state, tables, pools, buckets };
}

async function hasItems(TableName: string, { table }: Clients): Promise<boolean> {
  const command = new ScanCommand({ TableName, Limit: 1, ConsistentRead: true });
  return ((await ifThere(table.send(command), undefined))?.Count ?? 0) > 0;
}

async function hasUsers(UserPoolId: string, { pool }: Clients): Promise<boolean> {
  const command = new ListUsersCommand({ UserPoolId, Limit: 1 });
  return ((await ifThere(pool.send(command), undefined))?.Users ?? []).length > 0;
}

async function removeStack({ state, tables, pools }: Remains, { cloudFormation, table, pool }: Clients): Promise<void> {
  const StackName = state.name;
  for (const TableName of tables) {
    await ifThere(table.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false })), undefined);
  }
  for (const UserPoolId of pools) {
    await ifThere(pool.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: 'INACTIVE' })), undefined);
  }
  await cloudFormation.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
  await cloudFormation.send(new DeleteStackCommand({ StackName }));
  await waitWith(cloudFormation, (options) =>
    waitUntilStackDeleteComplete({ ...options, maxWaitTime: deletionSeconds }, { StackName }),
  );
}

/** CloudFormation keeps what the template retains; empty, it would only be in the way. */
async function removeRemains({ tables, pools, buckets }: Remains, clients: Clients): Promise<string[]> {
  for (const TableName of tables) await removeTable(TableName, clients);
  for (const UserPoolId of pools) {
    await ifThere(clients.pool.send(new DeleteUserPoolCommand({ UserPoolId })), undefined);
  }
  const kept: string[] = [];
  for (const Bucket of buckets) {
    const removal = ifThere(clients.files.send(new DeleteBucketCommand({ Bucket })), undefined);
    await removal.catch((error: unknown) => {
      if (!isNamed(error, 'BucketNotEmpty')) throw error;
      kept.push(`The bucket ${Bucket} is not empty and stays.`);
    });
  }
  return kept;
}

/** A table that is being changed refuses its deletion for some seconds. */
async function removeTable(TableName: string, { table }: Clients): Promise<void> {
  const remove = () => ifThere(table.send(new DeleteTableCommand({ TableName })), undefined);
  await remove().catch(async (error: unknown) => {
    if (!(error instanceof ResourceInUseException)) throw error;
    await waitWith(table, (options) => waitUntilTableExists({ ...options, maxWaitTime: 300 }, { TableName }));
    await remove();
  });
}

const isNamed = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name);

async function ifThere<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException', 'NoSuchBucket')) return otherwise;
    throw error;
  }
}
