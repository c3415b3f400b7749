import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { startS3 } from '../emulators/s3/s3.ts';
import { bucketOrigin, siteOrigin } from './bucket-origins.ts';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const here = 'http://127.0.0.1:4000';
const placeholder = 'https://site-address.invalid';
const address = { placeholder, url: here };

test('pages that were built without an address get this one', async () => {
  const site = siteOrigin(
    address,
    folderWith({
      'sitemap.xml': `<loc>${placeholder}/faq</loc>`,
      'faq/index.html': `<a href="${placeholder}/faq">${placeholder}</a>`,
      'assets/a.js': placeholder,
    }),
  );
  const text = async (path: string) => (await site(path)).body.toString();
  expect(await text('/sitemap.xml')).toBe(`<loc>${here}/faq</loc>`);
  expect(await text('/faq/index.html')).toBe(`<a href="${here}/faq">${here}</a>`);
  expect(await text('/assets/a.js')).toBe(placeholder);
});

test('files with a hash in their path are cached for ever, all others are revalidated each time', async () => {
  const site = siteOrigin(
    address,
    folderWith({ 'index.html': 'x', 'assets/a-1.js': 'x' }),
    folderWith({ 'places/v1/FR/_a.json': '{}', 'places/current.json': '{}' }),
  );
  const control = async (path: string) => (await site(path)).headers['cache-control'];
  expect(await control('/index.html')).toBe('no-cache');
  expect(await control('/places/current.json')).toBe('no-cache');
  expect(await control('/assets/a-1.js')).toContain('immutable');
  expect(await control('/places/v1/FR/_a.json')).toContain('immutable');
});

test('a missing object, or one outside, is refused as by S3', async () => {
  const site = siteOrigin(address, join(folderWith({ 'web/index.html': 'x', 'secret.txt': 'x' }), 'web'));
  expect((await site('/nothing.js')).status).toBe(403);
  expect((await site('/../secret.txt')).status).toBe(403);
  expect((await site('/%2e%2e/secret.txt')).status).toBe(403);
  expect((await site('/%')).status).toBe(403);
});

test('a public picture comes from its bucket with its type', async () => {
  const s3 = await startS3({ dir: folderWith({}), onObjectCreated: () => {} });
  onTestFinished(() => s3.close());
  s3.ensureBucket('media');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new S3Client({ endpoint: s3.endpoint, region: 'eu-west-3', credentials });
  await client.send(new PutObjectCommand({ Bucket: 'media', Key: 'media/u1', Body: 'png', ContentType: 'image/png' }));
  const media = bucketOrigin('media', s3.endpoint, 'eu-west-3');
  const picture = await media('/media/u1');
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(picture.body.toString()).toBe('png');
  expect((await media('/media/u2')).status).toBe(403);
});
