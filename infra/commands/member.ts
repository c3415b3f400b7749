import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ArchiveRecord } from '#functions/exports/repository.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { localTable } from '#infra/local/settings.ts';
import { operatorKey } from '../local/iam/keys.ts';
import { readLocalSettings } from '../local/settings.ts';
import { outputValue } from './clients.ts';
import { command } from './command.ts';
import { deleteMember, exportMember, resetSecondFactor } from './member-acts.ts';
import { openDeployedTable, openStage } from './stage.ts';

const acts = ['export', 'erase', 'reset-second'] as const;

/**
 * `npm run member -- export|erase|reset-second <address>`: what the operator does to the account of one member. With
 * `--local` on the product of this machine while it runs, otherwise on the deployed one, with the credentials of this
 * terminal. `--yes` answers the question of `erase`.
 */
await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { local: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  });
  const [word, given = '', ...rest] = positionals;
  const act = acts.find((one) => one === word);
  if (!act || !given || rest.length > 0)
    throw new Error(`Say what to do: npm run member -- ${acts.join('|')} <address> [--local]`);
  const address = given.trim().toLowerCase();
  const table = values.local ? openLocalTable() : await openTableOfStage();
  await { export: exportIt, erase, 'reset-second': resetSecond }[act](table, address, values);
});

async function exportIt(table: Table, address: string, { local }: { local: boolean }): Promise<void> {
  console.log(`The archive of ${address} is made within some minutes; they are told by mail, too.`);
  const parts = await exportMember(table, address, Date.now(), { pauseMs: 10_000, looks: 90, pause: setTimeout });
  if (local) return console.log('It is ready: its mail is at /__local/inbox.');
  for (const part of parts) await save(part);
  console.log('These files contain identity documents: hand them over, then delete them here.');
}

async function save({ key, name, bytes }: ArchiveRecord['parts'][number]): Promise<void> {
  const { settings, clients } = await openStage();
  const Bucket = await outputValue(clients, settings, 'Files', 'PrivateBucket');
  const { Body } = await clients.files.send(new GetObjectCommand({ Bucket, Key: key }));
  writeFileSync(name, (await Body?.transformToByteArray()) ?? '', { mode: 0o600 });
  console.log(`${name} (${bytes} bytes)`);
}

async function erase(table: Table, address: string, { yes }: { yes: boolean }): Promise<void> {
  if (!yes && (await ask(`Erase the account of ${address} for good? Type the address: `)) !== address)
    throw new Error('Nothing was erased.');
  await deleteMember(table, address, Date.now());
  console.log(`The account of ${address} is closed, and erased within minutes; a second look follows in an hour.`);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('erase asks for the address: type it at a terminal, or give --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim().toLowerCase();
  } finally {
    terminal.close();
  }
}

async function resetSecond(table: Table, address: string): Promise<void> {
  await resetSecondFactor(table, address, Date.now());
  console.log(`${address} sets up their second factor at their next visit of /admin, and is told by mail.`);
}

async function openTableOfStage(): Promise<Table> {
  const { settings, clients } = await openStage();
  return openDeployedTable(settings, clients);
}

function openLocalTable(): Table {
  const { name, ...address } = localTable(readLocalSettings(process.env, []).dataFolder);
  return openTable(name, new DynamoDBClient({ ...address, credentials: operatorKey }));
}
