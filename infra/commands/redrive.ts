import { redrive } from './redrive/redrive.ts';
import { openStage } from './stage.ts';

/** `npm run redrive`: gives functions their failed events again. Uses the credentials of this terminal. */
try {
  const { settings, clients } = await openStage();
  await redrive(settings, clients, (line) => console.log(line));
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}
