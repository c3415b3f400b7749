import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { command } from './command.ts';
import { planOf } from './new/arguments.ts';
import { applied } from './new/plan.ts';

/**
 * `npm run new -- slice|record|act|page|mail|queue …`: writes the files that every new one needs and marks with TODO
 * what only its author knows. `npm run check` refuses each TODO, so none is forgotten.
 */
await command(async () => {
  const files = { read: (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined) };
  const plan = planOf(process.argv.slice(2), files);
  const texts = applied(plan, files);
  for (const [file, text] of texts) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote  ${file}`);
  }
  const code = [...texts.keys()].filter((file) => /\.tsx?$/.test(file));
  execFileSync('npx', ['biome', 'check', '--write', '--linter-enabled=false', ...code]);
  console.log('\nnpm run check names each TODO. Then:');
  for (const step of plan.next) console.log(`- ${step}`);
});
