import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteFolder } from '#infra/local/prepare.ts';

/** A sign that may begin a line, or a « that may end one, with its words; the code of the built files has no spaces. */
const loose = /\S{1,20} [:;?!»](?![\p{L}\p{N}])|« \S{0,20}/gu;
/** The text of these built files, without tags, by file. */
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: siteFolder }).map((file) => ({
    file,
    text: readFileSync(join(siteFolder, file), 'utf8').replaceAll(/<[^>]*>/g, file.endsWith('.html') ? '' : '$&'),
  }));
const looseIn = (pattern: string) =>
  textsOf(pattern).flatMap(({ file, text }) => [...text.matchAll(loose)].map(([words]) => `${file}: ${words}`));

test.each(['**/*.html', 'assets/*.js'])(
  'in %s of the built site French signs stay on the line of their word',
  (files) => {
    expect(textsOf(files).some(({ text }) => /«(?:\u00a0|\\xA0)/.test(text))).toBe(true);
    expect(looseIn(files)).toEqual([]);
  },
);
