import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { of, stopAfter, to } from './french.ts';

test.each([
  ['Alger', "d'Alger", 'à Alger'],
  ['Oran', "d'Oran", 'à Oran'],
  ['Évry', "d'Évry", 'à Évry'],
  ['Ypres', "d'Ypres", 'à Ypres'],
  ['Yaoundé', 'de Yaoundé', 'à Yaoundé'],
  ['Hassi Messaoud', 'de Hassi Messaoud', 'à Hassi Messaoud'],
  ['Paris', 'de Paris', 'à Paris'],
  ['Le Havre', 'du Havre', 'au Havre'],
  ['Les Ulis', 'des Ulis', 'aux Ulis'],
  ['Lesneven', 'de Lesneven', 'à Lesneven'],
  ['أمل', 'de أمل', 'à أمل'],
])('%s: %s, %s', (name, ofIt, toIt) => {
  expect(of(name)).toBe(ofIt);
  expect(to(name)).toBe(toIt);
});

test('no sentence writes « de » before a name itself', async () => {
  const raw: string[] = [];
  for (const room of ['shared', 'functions', 'web'])
    for (const file of (await readdir(room, { recursive: true })).filter((one) => /(?<!\.test)\.tsx?$/.test(one)))
      for (const line of (await readFile(`${room}/${file}`, 'utf8')).split('\n'))
        if (/\bde (?:<bdi[^>]*>)?\$?\{(?:isolated\()?(?:brand\.name|[\w.]*(?:[nN]ame|[tT]itle|city))\b/.test(line))
          raw.push(`${room}/${file}: ${line.trim()}`);
  expect(raw.filter((line) => !line.startsWith('shared/values/french.ts'))).toEqual([]);
});

test.each([
  ['Un drone', '.'],
  ['Un drone.', ''],
  ['Un drone !', ''],
  ['\u2068Un drone ?\u2069', ''],
  ['Un drone… ', ''],
])('after « %s » a sentence ends with « %s »', (quoted, stop) => expect(stopAfter(quoted)).toBe(stop));

test('no sentence writes the full stop after a quoted text itself', async () => {
  const raw: string[] = [];
  for (const room of ['shared', 'functions', 'web'])
    for (const file of (await readdir(room, { recursive: true })).filter((one) => /(?<!\.test)\.tsx?$/.test(one)))
      if (/(?:\}|<\/bdi>) »\./.test(await readFile(`${room}/${file}`, 'utf8'))) raw.push(`${room}/${file}`);
  expect(raw).toEqual([]);
});
