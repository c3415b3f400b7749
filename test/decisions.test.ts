import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = join('docs', 'decisions');
const files = (await readdir(folder)).filter((file) => /^(?!000)\d{3}-.+\.md$/.test(file)).toSorted();

/** A record begins with its title and a line with its state, its day and the decision. */
const heading =
  /^# (?<number>\d{3}) (?<title>.+)\n\n> (?<state>Accepted|Replaced by \d{3}) (?<day>\d{4}-\d\d-\d\d)\. (?<line>.+)\n/;

test('the index of decisions lists every record as the record says it', async () => {
  const rows = await Promise.all(
    files.map(async (file) => {
      const groups = heading.exec(await readFile(`${folder}/${file}`, 'utf8'))?.groups;
      expect(groups?.['number'], `${file} begins with its number, title, state, day and one line`).toBe(
        file.slice(0, 3),
      );
      const { number, title, state } = groups ?? {};
      return `- [${number}](${file}) ${title}${state === 'Accepted' ? '' : ` (${state?.toLowerCase()})`}`;
    }),
  );
  const page = `# Decisions

Why things are as they are: the context, the decision, what was rejected and why, and measured numbers. A record is cited as \`decision 016\`. A replaced record stays and names the one that replaced it. 025 was never used.

[000](000-rules.md) lists the short rules, cited as \`rule 36\`. [023](023-own-code.md), the ledger of our own code, is read again whenever a library is updated.

To add a record, take the next number, copy the shape of [033](033-mails-wait-in-a-queue.md), and write its heading line. Then update this list: \`npm run test:unit test/decisions.test.ts -- -u\`.

${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot(resolve(folder, 'README.md'));
});
