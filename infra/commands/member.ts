import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { blockersOf, deletionRepository } from '#functions/account-deletion/repository.ts';
import { accountRepository } from '#functions/accounts/repository.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import { type ArchiveRecord, archiveRepository, requestedArchive } from '#functions/exports/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { secondFactorRepository } from '#functions/second-factor/repository.ts';
import { localTable, readLocalSettings } from '#infra/local/settings.ts';
import { requireDeletableByAdministrator } from '#shared/account-deletion/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { operatorKey } from '../local/iam/keys.ts';
import { outputValue } from './clients.ts';
import { command } from './command.ts';
import { openDeployedTable, openStage } from './stage.ts';

/**
 * Resets the second factor of any administrator: its line of the log names the member and the
 * operator, and the member is mailed. `now` in milliseconds. Throws a sentence when there is nothing to reset.
 */
export async function resetSecondFactor(table: Table, email: string, now: number): Promise<void> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const { id, firstName } = member;
  if (!(await administratorRepository(table).standing(id)).isAdmin)
    throw new Error(`${email} is no active administrator.`);
  const deps = { table, now: () => now, newId: randomUUID };
  const reset = await secondFactorRepository(deps)
    .reset(id, now)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new Error(`${email} has no second factor.`) : error;
    });
  await table.transact([
    ...reset,
    adminLog(deps, { id }, 'resetSecondFactor', { type: 'administrator', id }, { by: 'operator' }),
    mail(table, 'secondFactorReset', { memberId: id }, { firstName, by: 'operator' }, { id: randomUUID(), now }),
  ]);
}

interface Waiting {
  /** Milliseconds between two looks. */
  readonly pauseMs: number;
  /** Looks before the command gives up: the exporter starts every five minutes. */
  readonly looks: number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Asks for an archive of a member's data as they would themselves, and waits until it is made. Returns its parts. The
 * member is mailed, too. `now` in milliseconds. Throws a sentence when there is no such member or it takes too long.
 */
export async function exportMember(
  table: Table,
  email: string,
  now: number,
  { pauseMs, looks, pause }: Waiting,
): Promise<ArchiveRecord['parts']> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const archives = archiveRepository(table);
  const latest = async () => (await archives.archivesOf(member.id)).at(0);
  const known = await latest();
  // One that is ready is less than a day old.
  if (!known || known.state === 'failed')
    await table.transact([archives.add(requestedArchive(member.id, { id: randomUUID(), now }))]);
  for (let look = 0; look < looks; look++) {
    const archive = await latest();
    if (archive?.state === 'ready') return archive.parts;
    if (archive?.state === 'failed') throw new Error('The archive could not be made: see the log of the exporter.');
    await pause(pauseMs);
  }
  throw new Error('The archive is not ready yet: run the same command again later.');
}

/**
 * Closes the account of a member who asked the operator for it. The deletion job starts within five minutes. A log line
 * names the member and the operator, and the member gets the last mail. `now` in milliseconds. Throws a sentence if the
 * account doesn't exist or something blocks its deletion.
 */
export async function deleteMember(table: Table, email: string, now: number): Promise<void> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const { id, status } = member;
  const deletions = deletionRepository(table);
  try {
    requireDeletableByAdministrator(await blockersOf(table, id));
    await table.transact([
      ...deletions.close(member, { now }),
      adminLog(
        { table, now: () => now, newId: randomUUID },
        { id },
        'deleteProfile',
        { type: 'profile', id },
        {
          before: status,
          by: 'operator',
        },
      ),
    ]);
  } catch (error) {
    throw error instanceof Refusal
      ? new Error(sentences[error.code] ?? `${email} changed meanwhile: try again.`)
      : error;
  }
}

const sentences: Readonly<Record<string, string>> = {
  ROOT_ADMIN_PROTECTED: 'This is the root administrator: deploy with another adminEmail and adminTransfer first.',
  STILL_ADMINISTRATOR: 'This is an administrator: take the rights away in « Gestion Administrateurs » first.',
  PARCEL_IN_HAND: 'This member has a delivery in progress: the root administrator settles it in /admin first.',
};

const acts = ['export', 'erase', 'reset-second'] as const;

/**
 * `npm run member -- export|erase|reset-second <address>`: what the operator does to the account of one member. With
 * `--local` on the product of this machine while it runs, otherwise on the deployed one, with the credentials of this
 * terminal. `--yes` answers the question of `erase`.
 */
if (import.meta.main)
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
