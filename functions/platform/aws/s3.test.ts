import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFileStore } from './object-store.ts';
import { openS3 } from './s3.ts';

test('an erase that S3 does not answer is an error, and the function does not hang', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => silent.close().closeAllConnections());
  const { port } = silent.address() as AddressInfo;
  const client = openS3({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  await expect(openFileStore('bucket', client).delete('media/1')).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('every client of AWS that a function makes gives up in time', () => {
  const makers = globSync('functions/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /new [A-Z]\w*Client\(/.test(readFileSync(file, 'utf8')),
  );
  expect(makers.length).toBeGreaterThan(3);
  expect(makers.filter((file) => !readFileSync(file, 'utf8').includes('throwOnRequestTimeout: true'))).toEqual([]);
});
