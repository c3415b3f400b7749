import { readSettings } from '../config.ts';
import { openClients } from './clients.ts';
import { redrive } from './redrive/redrive.ts';

/** `npm run redrive`: gives functions their failed events again. Uses the credentials of this terminal. */
try {
  const settings = readSettings();
  await redrive(settings, openClients(settings), (line) => console.log(line));
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}
