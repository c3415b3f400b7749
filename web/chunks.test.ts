import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chunks } from './chunks.ts';

test('each part of a chunk exists, and is in one chunk only', () => {
  const parts = Object.values(chunks).flat();
  const ours = parts.filter((part) => /^(web|shared)\//.test(part));
  expect(ours.filter((part) => !existsSync(part))).toEqual([]);
  const icons = parts.filter((part) => part.startsWith('lucide-react/'));
  expect(icons.filter((part) => !existsSync(`node_modules/${part}mjs`))).toEqual([]);
  expect(new Set(parts).size).toBe(parts.length);
});
