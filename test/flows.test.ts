import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ParcelStatus } from '#shared/parcels/record.ts';

const page = await readFile('docs/flows.md', 'utf8');
const section = (title: string) => page.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
const all = (pattern: RegExp, text = page) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('every file that a diagram names exists', () => {
  const files = all(/\b((?:shared|functions|web|infra)\/[\w./-]+\.\w+)/g);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('every function that a diagram names is in the code', async () => {
  const rooms = ['shared', 'functions', 'web'].map((room) => readdir(room, { recursive: true, withFileTypes: true }));
  const sources = (await Promise.all(rooms)).flat().filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const texts = sources.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  const code = (await Promise.all(texts)).join('\n');
  const names = [...all(/\b(\w+)\(\)/g), ...all(/from '(\w+)'/g)];
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

test('the states of a parcel are those of the contract, and its arrows are acts', () => {
  const states = new Set(
    section('A parcel')
      .match(/^ {4}(\w+)(?= -->)|(?<=--> )(\w+)/gm)
      ?.map((state) => state.trim()),
  );
  expect([...states].toSorted()).toEqual([...ParcelStatus.options].toSorted());
  const acts = all(/--> .+: (\w+)/g, section('A parcel'));
  const rows = new Set(Object.values(contract).flatMap((slice) => Object.keys(slice)));
  expect(acts.filter((act) => !rows.has(act))).toEqual([]);
});

test('the states of a session are those of the store', async () => {
  const auth = await readFile('web/lib/session/auth.ts', 'utf8');
  const states = new Set(section('A session').match(/(?<=--> )\w+/gm));
  expect([...states].filter((state) => !auth.includes(`'${state}'`))).toEqual([]);
});
