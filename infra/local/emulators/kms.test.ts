import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { startJsonService } from './json-services.ts';

const arn = 'arn:aws:kms:eu-west-3:000000000000:key/second';
const other = 'arn:aws:kms:eu-west-3:000000000000:key/other';
const keys = [arn, other];

async function aService(file = join(aFolder(), 'kms.json')) {
  const running = await startJsonService('KMS', { keys, file });
  onTestFinished(() => running.close());
  const client = new KMSClient({
    endpoint: running.endpoint,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  const seal = async (EncryptionContext?: Record<string, string>, KeyId = arn) => {
    const Plaintext = Buffer.from('JBSWY3DPEHPK3PXP');
    return (await client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }))).CiphertextBlob;
  };
  const open = async (
    CiphertextBlob: Uint8Array | undefined,
    EncryptionContext?: Record<string, string>,
    KeyId = arn,
  ) => {
    const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext }));
    return Buffer.from(Plaintext ?? []).toString();
  };
  return { seal, open, file };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a sealed text opens with the context of its sealing, in any order, and is different each time', async () => {
  const { seal, open } = await aService();
  const sealed = await seal({ member: 'amel', purpose: 'x' });
  expect(await open(sealed, { purpose: 'x', member: 'amel' })).toBe('JBSWY3DPEHPK3PXP');
  expect(Buffer.from(sealed ?? []).toString()).not.toContain('JBSWY');
  expect(await seal({ member: 'amel', purpose: 'x' })).not.toEqual(sealed);
});

test('a text sealed for one member does not open for another, nor with another key, nor changed', async () => {
  const { seal, open } = await aService();
  const sealed = await seal({ member: 'amel' });
  await expect(open(sealed, { member: 'karim' })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  await expect(open(sealed, { member: 'amel' }, other)).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  const changed = Buffer.from(sealed ?? []);
  changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
  await expect(open(changed, { member: 'amel' })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('an unknown key does not exist, and a known one outlives a restart', async () => {
  const { seal, file } = await aService();
  await expect(seal({ member: 'amel' }, `${arn}-gone`)).rejects.toMatchObject({ name: 'NotFoundException' });
  const sealed = await seal({ member: 'amel' });
  const next = await aService(file);
  expect(await next.open(sealed, { member: 'amel' })).toBe('JBSWY3DPEHPK3PXP');
});
